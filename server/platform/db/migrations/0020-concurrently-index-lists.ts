import { type Kysely, sql } from "kysely";

/**
 * The lists of what a member has, in their order: a page reads only what it shows. No index has a column that each text
 * changes, so that the updates of texts stay HOT.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists relationships_received_by_a`.execute(db);
  await sql`
    create index concurrently relationships_received_by_a on relationships (member_a_id, b_crushed_at desc, member_b_id desc)
    where b_crushed_at is not null and (not a_declined or a_crushed_at is not null)
      and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_received_by_b`.execute(db);
  await sql`
    create index concurrently relationships_received_by_b on relationships (member_b_id, a_crushed_at desc, member_a_id desc)
    where a_crushed_at is not null and (not b_declined or b_crushed_at is not null)
      and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_sent_by_a`.execute(db);
  await sql`
    create index concurrently relationships_sent_by_a on relationships (member_a_id, a_crushed_at desc, member_b_id desc)
    where a_crushed_at is not null and matched_at is null
      and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_sent_by_b`.execute(db);
  await sql`
    create index concurrently relationships_sent_by_b on relationships (member_b_id, b_crushed_at desc, member_a_id desc)
    where b_crushed_at is not null and matched_at is null
      and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_matches_of_a`.execute(db);
  await sql`
    create index concurrently relationships_matches_of_a on relationships (member_a_id, matched_at desc, member_b_id desc)
    where matched_at is not null and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_matches_of_b`.execute(db);
  await sql`
    create index concurrently relationships_matches_of_b on relationships (member_b_id, matched_at desc, member_a_id desc)
    where matched_at is not null and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_unmessaged_of_a`.execute(db);
  await sql`
    create index concurrently relationships_unmessaged_of_a on relationships (member_a_id, matched_at desc, member_b_id desc)
    where matched_at is not null and active_at is null
      and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_unmessaged_of_b`.execute(db);
  await sql`
    create index concurrently relationships_unmessaged_of_b on relationships (member_b_id, matched_at desc, member_a_id desc)
    where matched_at is not null and active_at is null
      and ended_at is null and a_blocked_at is null and b_blocked_at is null`.execute(db);
  await sql`drop index concurrently if exists relationships_closed_of_a`.execute(db);
  await sql`
    create index concurrently relationships_closed_of_a on relationships (member_a_id, member_b_id)
    where ended_at is not null or a_blocked_at is not null or b_blocked_at is not null`.execute(db);
  await sql`drop index concurrently if exists relationships_closed_of_b`.execute(db);
  await sql`
    create index concurrently relationships_closed_of_b on relationships (member_b_id, member_a_id)
    where ended_at is not null or a_blocked_at is not null or b_blocked_at is not null`.execute(db);
  await sql`drop index concurrently if exists relationships_blocked_by_a`.execute(db);
  await sql`
    create index concurrently relationships_blocked_by_a on relationships (member_a_id, a_blocked_at desc, id desc)
    where a_blocked_at is not null`.execute(db);
  await sql`drop index concurrently if exists relationships_blocked_by_b`.execute(db);
  await sql`
    create index concurrently relationships_blocked_by_b on relationships (member_b_id, b_blocked_at desc, id desc)
    where b_blocked_at is not null`.execute(db);
  await sql`drop index concurrently if exists relationships_a_blocked`.execute(db);
  await sql`drop index concurrently if exists relationships_b_blocked`.execute(db);
  await sql`drop index concurrently if exists passes_by_member`.execute(db);
  await sql`
    create index concurrently passes_by_member on passes (member_id, passed_at desc, passed_id desc)`.execute(db);
  await sql`drop index concurrently if exists notifications_push_pending`.execute(db);
  await sql`
    create index concurrently notifications_push_pending on notifications (push_after, member_id)
    where state = 'pending' and push_after is not null`.execute(db);
  await sql`drop index concurrently if exists search_index_unlisted`.execute(db);
  await sql`
    create index concurrently search_index_unlisted on search_index (member_id) where not is_listed`.execute(db);
}
