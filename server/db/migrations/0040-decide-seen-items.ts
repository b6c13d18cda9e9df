import { type Kysely, sql } from "kysely";

/** A decision is about the items that were attached up to a version of its case, and some of them it finds neither right nor wrong. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table case_items add column version integer;
    alter table cases add column decided_version integer not null default 0;

    alter table reports add column neutral_outcome text
      constraint reports_neutral_outcome_check check (neutral_outcome in ('unexamined', 'refunded'));
    alter table notices add column is_unexamined boolean not null default false;
  `.execute(db);
}
