import { type Kysely, sql } from "kysely";

/** Images are checked before others see them, and compared with hashes of unwanted ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- On the rows that are read anyway, so that nothing that shows images needs a join.
    alter table photos add column check_state text
      constraint photos_check_state_check check (check_state in ('pending', 'held'));
    alter table messages add column check_state text
      constraint messages_check_state_check check (check_state in ('pending', 'held'));

    create table image_checks (
      key text primary key,
      state text not null,
      requested_at timestamptz not null default now(),
      attempts smallint not null default 0,
      checked_at timestamptz,
      pdq bit(256),
      quality smallint,
      scores jsonb,
      match text,
      decision_id uuid,
      constraint image_checks_state_check check (state in ('pending', 'clear', 'held', 'removed')),
      constraint image_checks_quality_check check ((pdq is null) = (quality is null) and quality between 0 and 100)
    );
    create index image_checks_by_open_state on image_checks (state, requested_at) where state in ('pending', 'held');

    create table unwanted_images (
      id uuid primary key,
      pdq bit(256) not null,
      source text not null,
      reason text not null default '',
      decision_id uuid,
      added_at timestamptz not null default now(),
      constraint unwanted_images_source_pdq_key unique nulls not distinct (source, pdq, decision_id)
    );
  `.execute(db);
}
