import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists profiles_by_name_part`.execute(db);
  await sql`
    create index concurrently profiles_by_name_part on profiles using gin (username_normalized gin_trgm_ops)`.execute(
    db,
  );
  await sql`drop index concurrently if exists contact_messages_by_thread`.execute(db);
  await sql`
    create index concurrently contact_messages_by_thread on contact_messages (thread_id, created_at) where thread_id is not null`.execute(
    db,
  );
  await sql`drop index concurrently if exists contact_messages_by_answer`.execute(db);
  await sql`
    create index concurrently contact_messages_by_answer on contact_messages (answer_id) where answer_id is not null`.execute(
    db,
  );
  await sql`drop index concurrently if exists data_exports_by_link`.execute(db);
  await sql`
    create index concurrently data_exports_by_link on data_exports (link_id) where link_id is not null`.execute(db);
  await sql`drop index concurrently if exists audit_log_by_staff`.execute(db);
  await sql`
    create index concurrently audit_log_by_staff on audit_log (staff_id, id)`.execute(db);
  await sql`drop index concurrently if exists audit_log_by_action`.execute(db);
  await sql`
    create index concurrently audit_log_by_action on audit_log (action, id)`.execute(db);
  await sql`drop index concurrently if exists notices_unassigned`.execute(db);
  await sql`
    create index concurrently notices_unassigned on notices (kind, created_at)
    where member_id is null and decided_at is null and not is_honeypot_hit`.execute(db);
  await sql`drop index concurrently if exists notices_alert`.execute(db);
  await sql`
    create index concurrently notices_alert on notices (alert_at) where alert_at is not null`.execute(db);
  await sql`drop index concurrently if exists cases_open_contact`.execute(db);
  await sql`
    create unique index concurrently cases_open_contact on cases (contact_thread_id) where state = 'open' and kind = 'contact'`.execute(
    db,
  );
  await sql`drop index concurrently if exists cases_open_by_urgency`.execute(db);
  await sql`
    create index concurrently cases_open_by_urgency on cases (urgency, due_at) where state = 'open'`.execute(db);
  await sql`drop index concurrently if exists cases_by_contact_thread`.execute(db);
  await sql`
    create index concurrently cases_by_contact_thread on cases (contact_thread_id) where contact_thread_id is not null`.execute(
    db,
  );
  await sql`drop index concurrently if exists case_items_alert`.execute(db);
  await sql`
    create index concurrently case_items_alert on case_items (alert_at) where alert_at is not null and done_at is null`.execute(
    db,
  );
  await sql`drop index concurrently if exists decisions_by_time_and_id`.execute(db);
  await sql`
    create index concurrently decisions_by_time_and_id on decisions (decided_at, id)`.execute(db);
  await sql`drop index concurrently if exists decisions_by_person`.execute(db);
  await sql`
    create index concurrently decisions_by_person on decisions (decided_by, decided_at, id)`.execute(db);
  // The index by time and id does for it.
  await sql`drop index concurrently if exists decisions_by_time`.execute(db);
}
