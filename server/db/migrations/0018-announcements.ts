import { type Kysely, sql } from "kysely";

/** What the operator writes to everybody who wants it, and which addresses it went to. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table announcements (
      id uuid primary key,
      subject text not null check (subject <> ''),
      body text not null check (body <> ''),
      created_at timestamptz not null default now(),
      -- Up to whom, in the order of their ids, there are jobs; and when there were for all.
      members_upto uuid,
      subscribers_upto uuid,
      queued_at timestamptz
    )`.execute(db);

  // An address belongs to the job that came first, for as long as another could come.
  await sql`
    create table announcement_mails (
      announcement_id uuid not null references announcements (id),
      address_hash bytea not null,
      job_id uuid not null,
      primary key (announcement_id, address_hash)
    )`.execute(db);
}
