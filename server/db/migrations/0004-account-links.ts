import { type Kysely, sql } from "kysely";

/** Links that were sent by e-mail, hashed, and how often logging in has failed lately, by keys that name nobody. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table account_links (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      member_id uuid not null references members (id),
      purpose text not null check (purpose in ('reset', 'verify')),
      email_key text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index account_links_by_member on account_links (member_id)`.execute(db);
  await sql`
    create table login_failures (
      key bytea primary key,
      failures integer not null,
      last_at timestamptz not null
    )`.execute(db);
  await sql`
    create table known_addresses (
      key bytea primary key,
      last_at timestamptz not null default now()
    )`.execute(db);
}
