import { type Kysely, sql } from "kysely";

/** When members train, and how. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table training (
      member_id uuid primary key references members (id) on delete cascade,
      -- 42 bits: 7 days of 6 parts.
      week bigint not null,
      sports jsonb not null,
      is_shared boolean not null,
      consent_version integer not null,
      consented_at timestamptz not null,
      changed_at timestamptz not null,
      -- What is used for matching: the latest values from counts_on, those before until then.
      counted_coarse smallint not null default 0,
      counted_sports jsonb not null default '[]',
      counts_on date,
      constraint training_week_check check (week >= 0 and week < 4398046511104),
      constraint training_coarse_check check (counted_coarse between 0 and 63),
      -- Nothing counts of a week that is not shared.
      constraint training_shared_check
        check (is_shared or (counted_coarse = 0 and counted_sports = '[]' and counts_on is null))
    );
    create index training_due on training (counts_on) where (counts_on is not null);
  `.execute(db);
}
