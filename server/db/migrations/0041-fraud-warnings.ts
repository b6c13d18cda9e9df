import { type Kysely, sql } from "kysely";

/** Decisions about which those who wrote with a fraudster were warned, so that a mistake can be taken back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table fraud_warnings (
      decision_id uuid primary key references decisions (id) on delete cascade,
      warned_at timestamptz not null default now()
    );
  `.execute(db);
}
