import { type Kysely, sql } from "kysely";

/** What members set for themselves: receipts of what they read, where they are logged in, and a new address. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table members add column read_receipts boolean not null default true`.execute(db);

  // Until now every read was told.
  await sql`alter table pairs add column low_receipt_at timestamptz, add column high_receipt_at timestamptz`.execute(
    db,
  );
  await sql`update pairs set low_receipt_at = low_read_at, high_receipt_at = high_read_at
    where low_read_at is not null or high_read_at is not null`.execute(db);
  await sql`alter table messages add column receipt_at timestamptz`.execute(db);
  await sql`update messages set receipt_at = read_at where read_at is not null`.execute(db);

  await sql`
    alter table sessions
      add column id uuid not null unique default gen_random_uuid(),
      add column device text not null default ''`.execute(db);
  await sql`alter table sessions alter column id drop default, alter column device drop default`.execute(db);

  await sql`alter table account_links drop constraint account_links_purpose_check`.execute(db);
  await sql`alter table account_links add constraint account_links_purpose_check
    check (purpose in ('reset', 'verify', 'change'))`.execute(db);
  await sql`
    create table email_changes (
      member_id uuid primary key references members (id),
      email text not null,
      email_key text not null,
      expires_at timestamptz not null
    )`.execute(db);
}
