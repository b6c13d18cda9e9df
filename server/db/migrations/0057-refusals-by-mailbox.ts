import { type Kysely, sql } from "kysely";

/** Keeps the mailboxes of a member with whom a trusted contact refused, so that the refusal holds for their next account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table refused_contacts add column mailbox_hashes bytea[]`.execute(db);
}
