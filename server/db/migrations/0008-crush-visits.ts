import { type Kysely, sql } from "kysely";

/** When a member last looked at My Crushes: what came since is news. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table crush_visits (
      member_id uuid primary key references members (id),
      seen_at timestamptz not null
    )`.execute(db);
}
