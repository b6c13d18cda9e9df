import { type Kysely, sql } from "kysely";

/** Hidden and unlisted members stay in the search index, for those who know them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table search_index add column is_listed boolean not null default true`.execute(db);
}
