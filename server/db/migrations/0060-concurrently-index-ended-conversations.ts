import { type Kysely, sql } from "kysely";

/** Ended conversations whose messages are to be deleted: the cleanup asks for the oldest ones. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists relationships_to_empty`.execute(db);
  await sql`
    create index concurrently relationships_to_empty on relationships (ended_at)
    where ended_at is not null and orphaned_at is null and emptied_at is null and last_sequence > 0`.execute(db);
}
