import { type Kysely, sql } from "kysely";

/**
 * What the rounds over all payments need: how often something was tried and when it was looked at last, so that everything
 * has its turn, and numbered questions about money that goes back, as there are about memberships.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table checkouts rename column refunded to paid_back`.execute(db);
  await sql`alter table checkouts rename column taken_back to owed`.execute(db);
  await sql`
    alter table checkouts
      add column taken integer not null default 0,
      add column asked bigint not null default 0,
      add column heard bigint not null default 0`.execute(db);
  await sql`
    update checkouts set taken = (
      select coalesce(-sum(change), 0) from ledger_entries
      where wallet_id = checkouts.wallet_id and kind = 'refund' and source like 'checkout:' || checkouts.id || ':%')
    where owed > 0`.execute(db);
  await sql`
    create index checkouts_to_look_at on checkouts (coalesce(looked_at, granted_at))
      where state = 'granted' and kind = 'pack' and payment_id is not null`.execute(db);
  await sql`create index checkouts_expired on checkouts (created_at) where state = 'expired'`.execute(db);
  // A renewal that was not paid is known by when it was first heard of, and what is over at the provider never comes back.
  await sql`
    alter table memberships
      add column looked_at timestamptz,
      add column unpaid_since timestamptz,
      add column is_over boolean not null default false`.execute(db);
  await sql`alter table provider_events add column attempts integer not null default 0`.execute(db);
  await sql`create index provider_events_by_age on provider_events (received_at)`.execute(db);

  // The local test provider knows a membership by its checkout, as the real one does; nobody is paid back there.
  await sql`alter table test_subscriptions add column reference uuid`.execute(db);
  await sql`
    update test_subscriptions set reference = test_sessions.reference
    from test_sessions where test_subscriptions.id = 'sub_' || test_sessions.id`.execute(db);
  await sql`alter table test_subscriptions drop column customer_id`.execute(db);
  await sql`alter table test_sessions drop column customer_id, drop column refunded`.execute(db);
}
