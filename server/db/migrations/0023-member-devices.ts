import { type Kysely, sql } from "kysely";

/** The browsers on which members have logged in, as keyed hashes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table member_devices (
      member_id uuid not null references members (id),
      hash bytea not null,
      first_seen_on date not null default current_date,
      last_seen_on date not null default current_date,
      constraint member_devices_pkey primary key (member_id, hash),
      constraint member_devices_hash_check check (octet_length(hash) = 32)
    );
    create index member_devices_by_hash on member_devices (hash);
    create index member_devices_by_day on member_devices (last_seen_on);
  `.execute(db);
}
