import { type Kysely, sql } from "kysely";

/** What counts of members' training weeks, in the search index, and the filter that searches by it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- No week counts yet: the table of weeks is as new as this column.
    alter table search_index add column counted_week integer not null default 0;
    alter table search_preferences add column shared_times_only boolean not null default false;
  `.execute(db);
}
