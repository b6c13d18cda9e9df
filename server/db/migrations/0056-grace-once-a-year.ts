import { type Kysely, sql } from "kysely";

/** Remembers when an unpaid renewal last had three weeks of grace, also after it was paid. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table subscriptions add column grace_since timestamptz`.execute(db);
}
