import { type Kysely, sql } from "kysely";

/** Notices of illegal content, which anyone can send, with or without an account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table notices (
      id uuid primary key,
      client_id uuid unique,
      number text not null unique,
      kind text not null,
      place text not null,
      username text not null,
      details text not null,
      name text not null,
      email text not null,
      member_id uuid references members (id),
      is_honeypot_hit boolean not null,
      created_at timestamptz not null default now(),
      receipt_mailed_at timestamptz,
      decided_at timestamptz,
      is_upheld boolean,
      outcome_mailed_at timestamptz,
      constraint notices_kind_check check (kind in ('illegal', 'intimate', 'minor')),
      constraint notices_decided_check check ((decided_at is null) = (is_upheld is null))
    );
    create index notices_by_member on notices (member_id) where (member_id is not null);
    create index notices_by_time on notices (created_at);
  `.execute(db);
}
