import { type Kysely, sql } from "kysely";

/** Closed cases by their picture: deleting an image asks for them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists cases_by_image`.execute(db);
  await sql`create index concurrently cases_by_image on cases (image_key) where image_key is not null`.execute(db);
}
