import { type Kysely, sql } from "kysely";

/** Security events are coalesced, sessions know whether their device was new, and failed logins are counted elsewhere. */
export async function up(db: Kysely<never>): Promise<void> {
  // Failed logins are counted in `rate_limits`, and a cookie on the device stands for the addresses of earlier logins.
  await sql`drop table login_failures`.execute(db);
  await sql`drop table known_addresses`.execute(db);

  // Events with the same key are one row. Rows from before have none.
  await sql`
    alter table security_events
      add column last_at timestamptz not null default clock_timestamp(),
      add column count integer not null default 1 check (count > 0),
      add column coalesce_key bytea unique check (octet_length(coalesce_key) = 32)`.execute(db);
  await sql`update security_events set last_at = at`.execute(db);
  await sql`
    create index security_events_by_network on security_events (network_hash, id) where network_hash is not null`.execute(
    db,
  );

  await sql`alter table sessions add column is_new_device boolean not null default false`.execute(db);

  // Who an operator says they are, beside the account that ran the command.
  await sql`alter table audit_log add column acting_as text check (acting_as <> '')`.execute(db);
}
