import { type Kysely, sql } from "kysely";

/** Counts for rate limits of every kind, and what happened that matters for security. Both hold keyed hashes only. */
export async function up(db: Kysely<never>): Promise<void> {
  // The counts of the contact form and the newsletter move to keyed hashes; what was counted until now is forgotten.
  await sql`drop table support_counts`.execute(db);
  await sql`
    create table rate_limits (
      key bytea primary key check (octet_length(key) = 32),
      count integer not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index rate_limits_by_end on rate_limits (ends_at)`.execute(db);

  // Without a reference to members: an event outlives the account that it is about.
  await sql`
    create table security_events (
      id uuid primary key,
      at timestamptz not null default clock_timestamp(),
      kind text not null,
      outcome text not null,
      member_id uuid,
      subject_hash bytea check (octet_length(subject_hash) = 32),
      network_hash bytea check (octet_length(network_hash) = 32),
      device text not null default '',
      details jsonb not null default '{}'
    )`.execute(db);
  await sql`create index security_events_by_member on security_events (member_id, id) where member_id is not null`.execute(
    db,
  );
}
