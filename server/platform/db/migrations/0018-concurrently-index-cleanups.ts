import { type Kysely, sql } from "kysely";

/** For the conditions of the hourly cleanup, which read whole tables without them, and links to prepared downloads. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists data_exports_by_copy`.execute(db);
  await sql`
    create index concurrently data_exports_by_copy on data_exports (copy_id) where copy_id is not null`.execute(db);
  await sql`drop index concurrently if exists notifications_by_time`.execute(db);
  await sql`
    create index concurrently notifications_by_time on notifications (created_at) where cause <> 'message'`.execute(db);
  await sql`drop index concurrently if exists member_usage_by_end`.execute(db);
  await sql`create index concurrently member_usage_by_end on member_usage (ends_at)`.execute(db);
  await sql`drop index concurrently if exists welcome_claims_by_time`.execute(db);
  await sql`create index concurrently welcome_claims_by_time on welcome_claims (claimed_at)`.execute(db);
  await sql`drop index concurrently if exists retained_blocks_by_end`.execute(db);
  await sql`create index concurrently retained_blocks_by_end on retained_blocks (kept_until)`.execute(db);
  await sql`drop index concurrently if exists email_tokens_by_expiry`.execute(db);
  await sql`create index concurrently email_tokens_by_expiry on email_tokens (expires_at)`.execute(db);
}
