import { type Kysely, sql } from "kysely";

/** When the messages of an ended conversation were deleted, and addresses that a notice goes to after a change. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table relationships add column emptied_at timestamptz;
    create table notice_addresses (
      id uuid primary key,
      member_id uuid not null references accounts (member_id) on delete cascade,
      email text not null,
      created_at timestamptz not null default now()
    );
    create index notice_addresses_by_member on notice_addresses (member_id);
  `.execute(db);
}
