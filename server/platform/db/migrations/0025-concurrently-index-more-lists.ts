import { type Kysely, sql } from "kysely";

/**
 * Further lists in their order: past contacts, by the bins of `active_at`, payments, and what the console shows of a
 * member or a case.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await indexContacts(db);
  await indexPayments(db);
  await indexLinks(db);
  await indexCases(db);
  await indexNotices(db);
}

async function indexContacts(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists relationships_past_of_a`.execute(db);
  await sql`
    create index concurrently relationships_past_of_a on relationships (member_a_id,
      date_bin('5 minutes', coalesce(active_at, matched_at, a_crushed_at, b_crushed_at), '2000-01-01Z') desc)
    where ended_at is not null`.execute(db);
  await sql`drop index concurrently if exists relationships_past_of_b`.execute(db);
  await sql`
    create index concurrently relationships_past_of_b on relationships (member_b_id,
      date_bin('5 minutes', coalesce(active_at, matched_at, b_crushed_at, a_crushed_at), '2000-01-01Z') desc)
    where ended_at is not null`.execute(db);
  await sql`drop index concurrently if exists suspensions_by_start`.execute(db);
  await sql`create index concurrently suspensions_by_start on suspensions (starts_at)`.execute(db);
}

async function indexPayments(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists checkouts_by_wallet_and_time`.execute(db);
  await sql`
    create index concurrently checkouts_by_wallet_and_time on checkouts (wallet_id, granted_at desc)`.execute(db);
  await sql`drop index concurrently if exists checkouts_by_wallet`.execute(db);
  await sql`drop index concurrently if exists checkouts_unacknowledged`.execute(db);
  await sql`
    create index concurrently checkouts_unacknowledged on checkouts (wallet_id, created_at desc)
    where notified_at is null and session_id is not null`.execute(db);
}

async function indexLinks(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists identities_by_hash_and_time`.execute(db);
  await sql`
    create index concurrently identities_by_hash_and_time on identities (hash, created_at desc)`.execute(db);
  await sql`drop index concurrently if exists identities_by_hash`.execute(db);
  await sql`drop index concurrently if exists member_devices_by_hash_and_day`.execute(db);
  await sql`
    create index concurrently member_devices_by_hash_and_day on member_devices (hash, last_seen_on desc, member_id)`.execute(
    db,
  );
  await sql`drop index concurrently if exists member_devices_by_hash`.execute(db);
}

async function indexCases(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists case_items_by_kind`.execute(db);
  await sql`
    create index concurrently case_items_by_kind
    on case_items (case_id, kind, done_at desc nulls first, due_at, attached_at, source_id)`.execute(db);
  await sql`drop index concurrently if exists case_items_by_case`.execute(db);
  await sql`drop index concurrently if exists case_items_by_urgency`.execute(db);
  await sql`
    create index concurrently case_items_by_urgency on case_items (case_id, urgency, due_at)
    where done_at is null`.execute(db);
  await sql`drop index concurrently if exists case_items_selfies`.execute(db);
  await sql`
    create index concurrently case_items_selfies on case_items (due_at, case_id)
    where kind = 'verification' and done_at is null`.execute(db);
  await sql`drop index concurrently if exists cases_queue_by_kind`.execute(db);
  await sql`
    create index concurrently cases_queue_by_kind on cases (kind, due_at, id) where state = 'open'`.execute(db);
  await sql`drop index concurrently if exists report_images_by_report`.execute(db);
  await sql`create index concurrently report_images_by_report on report_images (report_id)`.execute(db);
  await sql`drop index concurrently if exists reports_by_reporter_and_id`.execute(db);
  await sql`
    create index concurrently reports_by_reporter_and_id on reports (reporter_id, created_at, id)`.execute(db);
  await sql`drop index concurrently if exists reports_by_reporter`.execute(db);
  await sql`drop index concurrently if exists decisions_by_rule`.execute(db);
  await sql`create index concurrently decisions_by_rule on decisions (rule, decided_at, id)`.execute(db);
}

async function indexNotices(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists notices_unassigned_by_urgency`.execute(db);
  await sql`
    create index concurrently notices_unassigned_by_urgency
    on notices ((kind = 'minor') desc, coalesce(renewed_at, created_at), id)
    where member_id is null and decided_at is null and not is_honeypot_hit`.execute(db);
}
