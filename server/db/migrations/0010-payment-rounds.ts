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
      add column attempt integer not null default 0,
      add column asked bigint not null default 0,
      add column heard bigint not null default 0`.execute(db);
  await sql`update checkouts set taken = owed`.execute(db);
  await sql`create index checkouts_paid on checkouts (granted_at) where state = 'granted' and kind = 'pack'`.execute(
    db,
  );
  await sql`alter table memberships add column looked_at timestamptz`.execute(db);
  await sql`alter table provider_events add column attempts integer not null default 0`.execute(db);

  // The local test provider knows a membership by its checkout, as the real one does; nobody is paid back there.
  await sql`alter table test_subscriptions add column reference uuid`.execute(db);
  await sql`
    update test_subscriptions set reference = test_sessions.reference
    from test_sessions where test_subscriptions.id = 'sub_' || test_sessions.id`.execute(db);
  await sql`alter table test_subscriptions drop column customer_id`.execute(db);
  await sql`alter table test_sessions drop column customer_id, drop column refunded`.execute(db);
}
