import { type Kysely, sql } from "kysely";

/** Weeks that two matched members compare, and what members say after a workout date. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table week_comparisons (
      relationship_id uuid primary key references relationships (id) on delete cascade,
      -- When each side asked; a is the member with the lower id.
      a_asked_at timestamptz,
      b_asked_at timestamptz,
      -- The answer that both are shown. Null while one of them has not asked, and once it is forgotten.
      parts smallint[],
      -- No other answer is given before.
      frozen_until timestamptz,
      constraint week_comparisons_parts_check
        check (parts is null or (cardinality(parts) <= 5 and frozen_until is not null))
    );
    create index week_comparisons_frozen on week_comparisons (frozen_until) where frozen_until is not null;

    create table date_outcomes (
      message_id uuid not null references workout_dates (message_id) on delete cascade,
      side text not null,
      outcome text not null,
      at timestamptz not null,
      constraint date_outcomes_pkey primary key (message_id, side),
      constraint date_outcomes_side_check check (side in ('sender', 'receiver')),
      constraint date_outcomes_outcome_check check (outcome in ('trained', 'missed', 'wrong'))
    );
  `.execute(db);
}
