import { type Kysely, sql } from "kysely";

/**
 * What was deleted stays for a while where only a report reads it: messages' contents, removed photos, and the profiles of
 * deleted accounts. And whether a block is shown to the member who made it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // The message's row stays, with its sender, place and times; this is what was erased from it.
  await sql`
    create table retained_messages (
      message_id uuid primary key references messages (id),
      content text not null,
      picture_key text,
      width integer,
      height integer,
      blur text,
      purge_after timestamptz not null
    )`.execute(db);
  await sql`create index retained_messages_by_end on retained_messages (purge_after)`.execute(db);
  await sql`
    create unique index retained_messages_picture_key on retained_messages (picture_key)
    where picture_key is not null`.execute(db);

  await sql`
    create table retained_photos (
      key text primary key,
      photo_id uuid not null,
      member_id uuid not null references members (id),
      width integer not null,
      height integer not null,
      blur text not null,
      alt text not null,
      removed_at timestamptz not null default now(),
      purge_after timestamptz not null
    )`.execute(db);
  await sql`create index retained_photos_by_member on retained_photos (member_id, removed_at)`.execute(db);
  await sql`create index retained_photos_by_end on retained_photos (purge_after)`.execute(db);

  await sql`
    create table retained_profiles (
      member_id uuid primary key references members (id),
      username text not null,
      age integer,
      gender text,
      location text not null,
      bio text not null,
      prompts jsonb not null,
      interests text[] not null,
      looking_for text,
      purge_after timestamptz not null
    )`.execute(db);

  await sql`
    alter table pairs
      add column low_block_listed boolean not null default false,
      add column high_block_listed boolean not null default false`.execute(db);
  await sql`
    update pairs set low_block_listed = low_blocked_at is not null, high_block_listed = high_blocked_at is not null
    where low_blocked_at is not null or high_blocked_at is not null`.execute(db);
  await sql`
    alter table pairs
      add constraint pairs_low_block_listed check (not low_block_listed or low_blocked_at is not null),
      add constraint pairs_high_block_listed check (not high_block_listed or high_blocked_at is not null)`.execute(db);
}
