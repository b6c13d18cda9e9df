import { type Kysely, sql } from "kysely";

/** How a trusted contact knows the member. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table trusted_contacts add column known_as text`.execute(db);
}
