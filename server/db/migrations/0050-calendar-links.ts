import { type Kysely, sql } from "kysely";

/** Ends the addresses of a member's calendar files when it is raised. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table accounts add column links_epoch integer not null default 0`.execute(db);
}
