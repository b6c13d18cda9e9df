import { type Kysely, sql } from "kysely";

/** Images that their owners have deleted, and that are kept because of a case or a decision. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table evidence_images (
      key text primary key,
      kept_since timestamptz not null default now()
    );
  `.execute(db);
}
