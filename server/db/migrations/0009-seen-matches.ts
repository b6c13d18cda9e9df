import { type Kysely, sql } from "kysely";

/** When a member's matches were last celebrated. A member may have seen matches, but not their crushes, and the reverse. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table crushes_last_seen alter column seen_at drop not null;
    alter table crushes_last_seen add column matches_seen_at timestamptz;
  `.execute(db);
}
