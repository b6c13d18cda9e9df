import { type Kysely, sql } from "kysely";

/** A workout date may leave open how hard it is. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table workout_dates alter column effort drop not null`.execute(db);
}
