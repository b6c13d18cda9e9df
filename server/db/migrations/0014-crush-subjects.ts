import { type Kysely, sql } from "kysely";

/** What on the other member's profile a crush is about. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table relationships
      add column a_crush_about jsonb,
      add column b_crush_about jsonb;
  `.execute(db);
  await sql`create or replace view relationship_sides as ${side("a", "b")} union all ${side("b", "a")}`.execute(db);
}

/** A relationship from one member's side ("I") to the other ("they"), with the new columns at the end. */
const side = (mine: "a" | "b", theirs: "a" | "b") =>
  sql.raw(`
  select
    id as relationship_id,
    member_${mine}_id as member_id,
    member_${theirs}_id as other_id,
    ${mine}_crushed_at as i_crushed_at,
    ${theirs}_crushed_at as they_crushed_at,
    (a_crushed_at is not null or b_crushed_at is not null) as has_crush,
    matched_at,
    ended_at,
    orphaned_at,
    ${mine}_blocked_at as i_blocked_at,
    ${theirs}_blocked_at as they_blocked_at,
    ${mine}_block_listed as is_my_block_listed,
    ${mine}_block_inherited as is_my_block_inherited,
    (ended_at is null and a_blocked_at is null and b_blocked_at is null) as is_open,
    (matched_at is not null and ended_at is null and a_blocked_at is null and b_blocked_at is null) as is_matched,
    (matched_at is not null and (ended_at is null or orphaned_at is not null)) as is_readable,
    ${mine}_read_at as my_read_at,
    ${theirs}_read_at as their_read_at,
    ${mine}_receipt_at as my_receipt_at,
    ${theirs}_receipt_at as their_receipt_at,
    run_by_a = ${mine === "a"} as is_my_run,
    run_length,
    run_last_at,
    revision,
    last_sequence,
    ${mine}_crush_about as my_crush_about,
    ${theirs}_crush_about as their_crush_about
  from relationships`);
