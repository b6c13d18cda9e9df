import { type Kysely, sql } from "kysely";

/** The hash of a removed image holds copies that were stored after that image. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table unwanted_images add column holds_from timestamptz`.execute(db);
}
