import { type Kysely, sql } from "kysely";

/** The consent to what the answer to 'Show Me' may say about a member. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table search_preferences
      add column show_me_consent_version integer,
      add column show_me_consented_at timestamptz;
  `.execute(db);
}
