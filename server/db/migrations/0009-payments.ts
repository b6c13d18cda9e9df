import { type Kysely, sql } from "kysely";

/**
 * What is bought, and what the payment provider says of it. The ledger knows none of this: an entry's source names the
 * checkout, and a customer's id stays here, where it goes with the member.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table customers (
      member_id uuid primary key references members (id),
      provider_id text not null unique
    )`.execute(db);
  await sql`
    create table checkouts (
      id uuid primary key,
      wallet_id uuid not null references wallets (id),
      kind text not null check (kind in ('pack', 'membership')),
      pack_id text,
      crushes integer not null check (crushes >= 0),
      amount integer not null check (amount > 0),
      session_id text unique,
      url text,
      state text not null default 'open' check (state in ('open', 'granted', 'expired')),
      payment_id text,
      refunded integer not null default 0,
      taken_back integer not null default 0,
      created_at timestamptz not null default now(),
      granted_at timestamptz,
      looked_at timestamptz
    )`.execute(db);
  await sql`create index checkouts_by_wallet on checkouts (wallet_id)`.execute(db);
  await sql`
    create unique index checkouts_one_membership on checkouts (wallet_id) where kind = 'membership' and state = 'open'`.execute(
    db,
  );
  await sql`create index checkouts_by_payment on checkouts (payment_id)`.execute(db);
  await sql`create index checkouts_open on checkouts (created_at) where state = 'open'`.execute(db);
  // `asked` and `heard` number the questions to the provider, so that of two answers the one to the later question stands.
  await sql`
    create table memberships (
      provider_id text primary key,
      member_id uuid not null references members (id),
      status text not null default '',
      is_active boolean not null default false,
      period_end timestamptz not null default now(),
      ends boolean not null default false,
      asked bigint not null default 0,
      heard bigint not null default 0,
      heard_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index memberships_by_member on memberships (member_id)`.execute(db);
  await sql`
    create table provider_events (
      id text primary key,
      type text not null,
      subject jsonb not null,
      received_at timestamptz not null default now(),
      claimed_at timestamptz,
      handled_at timestamptz
    )`.execute(db);
  await sql`create index provider_events_open on provider_events (received_at) where handled_at is null`.execute(db);

  // What the local test provider keeps, as another would on its own machines.
  await sql`
    create table test_sessions (
      id text primary key,
      reference uuid not null unique,
      customer_id text not null,
      name text not null,
      amount integer not null,
      monthly boolean not null,
      state text not null default 'open' check (state in ('open', 'paid', 'expired')),
      refunded integer not null default 0,
      success_url text not null,
      cancel_url text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table test_subscriptions (
      id text primary key,
      customer_id text not null,
      ends boolean not null default false,
      ends_at timestamptz,
      began_at timestamptz not null default now()
    )`.execute(db);
}
