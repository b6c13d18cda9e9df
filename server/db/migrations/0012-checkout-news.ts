import { type Kysely, sql } from "kysely";

/** Who pays is told once what came of it, on one of their devices: what came of it before this counts as told. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table checkouts
      add column returned_at timestamptz,
      add column told_at timestamptz`.execute(db);
  await sql`update checkouts set told_at = coalesce(granted_at, created_at) where state <> 'open'`.execute(db);
}
