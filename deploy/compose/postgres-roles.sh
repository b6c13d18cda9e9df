#!/bin/bash
# Runs once, when the primary's data folder is created: the roles and the database of docs/operating/postgresql.md, a role for the
# replica, and the slot that keeps what it has not received yet.
set -euo pipefail

psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
	--set=owner_password="$DATABASE_OWNER_PASSWORD" \
	--set=app_password="$DATABASE_APP_PASSWORD" \
	--set=replication_password="$REPLICATION_PASSWORD" <<'SQL'
create role spotter_owner login password :'owner_password';
create role spotter_app login password :'app_password';
create database spotter owner spotter_owner;
revoke all on database spotter from public;
grant connect on database spotter to spotter_app;
create role spotter_replica login replication password :'replication_password';
select pg_create_physical_replication_slot('replica');
SQL

echo "host replication spotter_replica samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
