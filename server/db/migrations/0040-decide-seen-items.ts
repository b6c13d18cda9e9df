import { type Kysely, sql } from "kysely";

/** A decision is about the items that were attached up to a version of its case. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table case_items add column version integer;
    alter table cases add column decided_version integer not null default 0;
  `.execute(db);
}
