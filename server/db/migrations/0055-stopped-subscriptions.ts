import { type Kysely, sql } from "kysely";

/** Marks subscriptions that a suspension has canceled for the end of their period, so that lifting it resumes them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table subscriptions add column stopped_by_suspension boolean not null default false`.execute(db);
}
