import { type Kysely, sql } from "kysely";

/** Members may keep names and causes off their lock screens. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table notification_preferences add column discreet boolean not null default false`.execute(db);
}
