import { type Kysely, sql } from "kysely";

/** Pictures in a conversation, blocks (on the row of the two, which is the lock for all between them), and reports. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table pairs add column low_blocked_at timestamptz, add column high_blocked_at timestamptz`.execute(
    db,
  );
  await sql`create index pairs_low_blocked on pairs (low_id) where low_blocked_at is not null`.execute(db);
  await sql`create index pairs_high_blocked on pairs (high_id) where high_blocked_at is not null`.execute(db);

  await sql`
    alter table messages
      add column picture_key text unique,
      add column width integer,
      add column height integer,
      add column blur text,
      add constraint messages_image check ((picture_key is not null) = (kind = 'image' and deleted_at is null))`.execute(
    db,
  );

  // What was shown and written when somebody was reported stays, whatever they delete later: pictures as copies of their own.
  await sql`
    create table reports (
      id uuid primary key,
      reporter_id uuid not null references members (id),
      reported_id uuid not null references members (id),
      reason text not null,
      details text not null default '',
      message_id uuid,
      evidence jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index reports_by_reporter on reports (reporter_id, created_at)`.execute(db);
  await sql`create index reports_by_reported on reports (reported_id, created_at)`.execute(db);
  await sql`
    create table report_pictures (
      key text primary key,
      report_id uuid not null references reports (id),
      what text not null
    )`.execute(db);
}
