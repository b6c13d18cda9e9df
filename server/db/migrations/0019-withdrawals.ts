import { type Kysely, sql } from "kysely";

/** Withdrawals from purchases within 14 days, for buyers in the EEA. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table ledger_entries
      drop constraint ledger_entries_kind_check,
      add constraint ledger_entries_kind_check
        check (kind in ('sent', 'received', 'purchased', 'bonus', 'refund', 'withdrawal'));

    alter table checkouts
      add column buyer_country text,
      add column subscription_id text,
      add constraint checkouts_buyer_country_check check (buyer_country ~ '^[A-Z]{2}$');
    alter table subscriptions add column withdrawn_at timestamptz;
    alter table test_sessions add column country text;

    -- The subscription of earlier checkouts, where there is no doubt.
    update checkouts set subscription_id = (
      select min(provider_id) from subscriptions join wallets using (member_id)
      where wallets.id = checkouts.wallet_id having count(*) = 1)
    where kind = 'subscription' and state = 'granted';

    create table withdrawals (
      id uuid primary key,
      checkout_id uuid not null unique references checkouts (id),
      credits integer not null,
      days_used integer,
      amount_cents integer not null,
      withdrawn_at timestamptz not null,
      refund_state text not null default 'pending',
      refund_attempt integer not null default 0,
      refund_attempted_at timestamptz,
      refunded_at timestamptz,
      constraint withdrawals_credits_check check (credits >= 0),
      constraint withdrawals_amount_cents_check check (amount_cents > 0),
      constraint withdrawals_refund_state_check check (refund_state in ('pending', 'refunded', 'refused'))
    );
    create index withdrawals_to_refund on withdrawals (withdrawn_at) where (refund_state <> 'refunded');
  `.execute(db);
}
