import { type Kysely, sql } from "kysely";

/** What members are told of while they are not looking: whereto, what waits to be told, and how far conversations were. */
export async function up(db: Kysely<never>): Promise<void> {
  // Ends with the login it was made in.
  await sql`
    create table push_subscriptions (
      id uuid primary key,
      member_id uuid not null references members (id),
      session_id uuid not null references sessions (id) on delete cascade,
      endpoint text not null unique,
      p256dh bytea not null,
      auth bytea not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index push_subscriptions_by_member on push_subscriptions (member_id)`.execute(db);
  await sql`create index push_subscriptions_by_session on push_subscriptions (session_id)`.execute(db);

  // Who looks at the app, a row a socket; it ends by itself where its process does.
  await sql`
    create table looks (
      socket_id text primary key,
      member_id uuid not null references members (id),
      until timestamptz not null
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index looks_by_member on looks (member_id)`.execute(db);

  // What waits to be told by e-mail, and is gone once it was, or need not be any more.
  await sql`
    create table notices (
      id uuid primary key,
      member_id uuid not null references members (id),
      kind text not null check (kind in ('crush', 'match', 'low_balance')),
      other_id uuid references members (id),
      created_at timestamptz not null default clock_timestamp(),
      check ((other_id is null) = (kind = 'low_balance')),
      unique nulls not distinct (member_id, kind, other_id)
    )`.execute(db);
  await sql`create index notices_by_time on notices (created_at)`.execute(db);
  await sql`create index notices_by_other on notices (other_id)`.execute(db);

  // How far one side of a conversation was told of it, and how.
  await sql`
    create table conversation_notices (
      pair_id uuid not null references pairs (id),
      member_id uuid not null references members (id),
      pushed_seq integer not null default 0,
      mailed_seq integer not null default 0,
      primary key (pair_id, member_id)
    )`.execute(db);
  await sql`create index conversation_notices_by_member on conversation_notices (member_id)`.execute(db);

  // Up to when a sweep has looked.
  await sql`create table sweeps (name text primary key, upto timestamptz not null)`.execute(db);

  await sql`alter table notification_preferences add column low_balance_mailed_at timestamptz`.execute(db);
}
