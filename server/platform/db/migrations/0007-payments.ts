import { type Kysely, sql } from "kysely";

/** Payments, as last reported by the payment provider, and withdrawals. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table customers (
      member_id uuid primary key references members (id),
      provider_id text not null unique
    );

    create table checkouts (
      id uuid primary key,
      wallet_id uuid not null references wallets (id),
      kind text not null,
      package_id text,
      crushes integer not null,
      amount_cents integer not null,
      buyer_country text,
      session_id text unique,
      url text,
      state text not null default 'open',
      payment_id text,
      subscription_id text,
      refunded_cents integer not null default 0,
      credits_due_back integer not null default 0,
      credits_clawed_back integer not null default 0,
      request_seq bigint not null default 0,
      applied_seq bigint not null default 0,
      created_at timestamptz not null default now(),
      granted_at timestamptz,
      last_checked_at timestamptz,
      buyer_returned_at timestamptz,
      notified_at timestamptz,
      constraint checkouts_kind_check check (kind in ('package', 'subscription')),
      constraint checkouts_crushes_check check (crushes >= 0),
      constraint checkouts_amount_cents_check check (amount_cents > 0),
      constraint checkouts_buyer_country_check check (buyer_country ~ '^[A-Z]{2}$'),
      constraint checkouts_state_check check (state in ('open', 'granted', 'expired'))
    );
    create index checkouts_by_wallet on checkouts (wallet_id);
    create index checkouts_by_payment on checkouts (payment_id);
    create unique index checkouts_one_open_subscription on checkouts (wallet_id)
      where kind = 'subscription' and state = 'open';
    create index checkouts_open on checkouts (created_at) where state = 'open';
    create index checkouts_expired on checkouts (created_at) where state = 'expired';
    create index checkouts_to_reconcile on checkouts (coalesce(last_checked_at, granted_at))
      where state = 'granted' and kind = 'package' and payment_id is not null;
  `.execute(db);
  await createSubscriptions(db);
  await createEventsAndDisputes(db);
  await createWithdrawals(db);
  await createTestProvider(db);
}

async function createSubscriptions(db: Kysely<never>): Promise<void> {
  await sql`
    create table subscriptions (
      provider_id text primary key,
      member_id uuid not null references members (id),
      status text not null default '',
      is_active boolean not null default false,
      is_terminated boolean not null default false,
      period_end timestamptz not null default now(),
      cancel_at_period_end boolean not null default false,
      stopped_by_suspension boolean not null default false,
      unpaid_since timestamptz,
      grace_since timestamptz,
      withdrawn_at timestamptz,
      request_seq bigint not null default 0,
      applied_seq bigint not null default 0,
      synced_at timestamptz not null default now(),
      last_checked_at timestamptz
    );
    create index subscriptions_by_member on subscriptions (member_id);

    create table subscription_payments (
      payment_id text primary key,
      subscription_id text not null references subscriptions (provider_id) on delete cascade,
      request_seq bigint not null default 0,
      applied_seq bigint not null default 0,
      created_at timestamptz not null default now(),
      last_checked_at timestamptz
    );
    create index subscription_payments_by_subscription on subscription_payments (subscription_id);
  `.execute(db);
}

async function createEventsAndDisputes(db: Kysely<never>): Promise<void> {
  await sql`
    create table payment_events (
      id text primary key,
      type text not null,
      subject jsonb not null,
      received_at timestamptz not null default now(),
      claimed_at timestamptz,
      handled_at timestamptz,
      attempts integer not null default 0
    );
    create index payment_events_by_age on payment_events (received_at);
    create index payment_events_open on payment_events (received_at) where handled_at is null;

    create table disputes (
      payment_id text primary key,
      member_id uuid not null references members (id),
      kind text not null,
      state text not null,
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      resolved_at timestamptz,
      constraint disputes_kind_check check (kind in ('package', 'subscription')),
      constraint disputes_state_check check (state in ('open', 'lost', 'won'))
    );
    create index disputes_by_member on disputes (member_id);

    create table payment_holds (
      member_id uuid not null references members (id),
      payment_id text not null references disputes (payment_id),
      constraint payment_holds_pkey primary key (member_id, payment_id)
    );
    create index payment_holds_by_payment on payment_holds (payment_id);
  `.execute(db);
}

async function createWithdrawals(db: Kysely<never>): Promise<void> {
  await sql`
    create table withdrawals (
      id uuid primary key,
      checkout_id uuid not null unique references checkouts (id),
      credits integer not null,
      days_used integer,
      amount_cents integer not null,
      stated_on date,
      withdrawn_at timestamptz not null,
      refund_state text not null default 'pending',
      refund_attempt integer not null default 0,
      refund_attempted_at timestamptz,
      refunded_at timestamptz,
      constraint withdrawals_credits_check check (credits >= 0),
      constraint withdrawals_amount_cents_check check (amount_cents > 0),
      constraint withdrawals_refund_state_check
        check (refund_state in ('pending', 'refunded', 'refused', 'failed', 'paid'))
    );
    create index withdrawals_to_refund on withdrawals (withdrawn_at) where refund_state not in ('refunded', 'paid');
  `.execute(db);
}

/** The payment provider of a demonstration, which keeps its state here. */
async function createTestProvider(db: Kysely<never>): Promise<void> {
  await sql`
    create table test_sessions (
      id text primary key,
      reference uuid not null unique,
      name text not null,
      amount_cents integer not null,
      monthly boolean not null,
      country text,
      state text not null default 'open',
      success_url text not null,
      cancel_url text not null,
      created_at timestamptz not null default now(),
      constraint test_sessions_state_check check (state in ('open', 'paid', 'expired'))
    );

    create table test_subscriptions (
      id text primary key,
      reference uuid,
      cancel_at_period_end boolean not null default false,
      began_at timestamptz not null default now(),
      ends_at timestamptz
    );
  `.execute(db);
}
