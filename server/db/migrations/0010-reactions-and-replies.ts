import { type Kysely, sql } from "kysely";

/** One reaction of each side to a message, and the message that one replies to. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table messages
      add column sender_reaction text,
      add column receiver_reaction text,
      add column reply_to_sequence bigint;
  `.execute(db);
}
