#!/bin/bash
# Creates the data folder of the replica from the primary once, then starts it like the primary is started.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
	install -d -o postgres -g postgres -m 700 "$PGDATA"
	# A copy that was interrupted is of no use.
	find "$PGDATA" -mindepth 1 -delete
	export PGPASSWORD=$REPLICATION_PASSWORD
	gosu postgres pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --slot=replica --wal-method=stream \
		--checkpoint=fast --dbname="host=${PRIMARY_HOST:-postgres} user=spotter_replica application_name=replica"
	unset PGPASSWORD
fi

exec docker-entrypoint.sh "$@"
