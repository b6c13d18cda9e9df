import { type Kysely, sql } from "kysely";

/**
 * Pictures whose files are there, or may be, and that nothing refers to: stored a moment ago, or taken away. A row is in
 * before the files are, so whatever is cut short leaves its name here and not only bytes in a folder.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table unclaimed_pictures (
      key text primary key,
      since timestamptz not null default now(),
      doomed boolean not null
    )`.execute(db);
}
