import { type Kysely, sql } from "kysely";

/** When a session has last proved its person's passkey. Sessions from before have to prove it first. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table staff_sessions add column authenticated_at timestamptz;
    alter table staff_sessions alter column authenticated_at set default now();
  `.execute(db);
}
