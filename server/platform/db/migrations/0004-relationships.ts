import { type Kysely, sql } from "kysely";

/** Relationships between two members: crushes, matches, blocks, and what each has set for the conversation. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table relationships (
      id uuid primary key,
      member_a_id uuid not null references members (id),
      member_b_id uuid not null references members (id),
      a_crushed_at timestamptz,
      b_crushed_at timestamptz,
      a_crush_about jsonb,
      b_crush_about jsonb,
      a_crush_opened boolean not null default false,
      b_crush_opened boolean not null default false,
      matched_at timestamptz,
      ended_at timestamptz,
      orphaned_at timestamptz,
      emptied_at timestamptz,
      last_sequence bigint not null default 0,
      revision bigint not null default 0,
      a_read_at timestamptz,
      b_read_at timestamptz,
      a_receipt_at timestamptz,
      b_receipt_at timestamptz,
      a_blocked_at timestamptz,
      b_blocked_at timestamptz,
      a_block_listed boolean not null default false,
      b_block_listed boolean not null default false,
      a_block_inherited boolean not null default false,
      b_block_inherited boolean not null default false,
      run_by_a boolean,
      run_length integer not null default 0,
      run_last_at timestamptz,
      constraint relationships_member_a_id_member_b_id_key unique (member_a_id, member_b_id),
      constraint relationships_are_ordered check (member_a_id < member_b_id),
      constraint relationships_match_needs_both_crushes
        check (matched_at is null or (a_crushed_at is not null and b_crushed_at is not null)),
      constraint relationships_orphaned_after_match
        check (orphaned_at is null or (ended_at is not null and matched_at is not null)),
      constraint relationships_a_block_listed check (not a_block_listed or a_blocked_at is not null),
      constraint relationships_b_block_listed check (not b_block_listed or b_blocked_at is not null),
      constraint relationships_inherited_blocks check (
        (not a_block_inherited or a_blocked_at is not null) and (not b_block_inherited or b_blocked_at is not null))
    );
    create index relationships_by_b on relationships (member_b_id, member_a_id);
    create index relationships_a_blocked on relationships (member_a_id) where a_blocked_at is not null;
    create index relationships_b_blocked on relationships (member_b_id) where b_blocked_at is not null;
    -- Ended conversations whose messages are to be deleted: the cleanup asks for the oldest ones.
    create index relationships_to_empty on relationships (ended_at)
      where ended_at is not null and orphaned_at is null and emptied_at is null and last_sequence > 0;
  `.execute(db);
  // Each arm reads only the table, without a join, so that PostgreSQL flattens the union and conditions and join keys
  // can use the indexes of both arms.
  await sql`create view relationship_sides as ${side("a", "b")} union all ${side("b", "a")}`.execute(db);
  await sql`
    create table crushes_last_seen (
      member_id uuid primary key references members (id),
      seen_at timestamptz,
      matches_seen_at timestamptz
    );

    create table crush_return_cursor (
      is_only boolean primary key default true,
      entry_id uuid not null,
      moved_at timestamptz not null default now(),
      constraint crush_return_cursor_is_only_check check (is_only)
    );

    create table retained_blocks (
      blocker_id uuid not null references members (id),
      blocked_id uuid not null references members (id),
      inherited boolean not null,
      listed boolean not null,
      kept_until timestamptz not null,
      constraint retained_blocks_pkey primary key (blocker_id, blocked_id)
    );
    create index retained_blocks_by_blocked on retained_blocks (blocked_id);

    create table conversation_settings (
      member_id uuid not null references members (id),
      relationship_id uuid not null references relationships (id) on delete cascade,
      is_muted boolean not null default false,
      archived_sequence bigint,
      constraint conversation_settings_pkey primary key (member_id, relationship_id)
    );
    create index conversation_settings_by_relationship on conversation_settings (relationship_id);

    create table week_comparisons (
      relationship_id uuid primary key references relationships (id) on delete cascade,
      -- When each side asked; a is the member with the lower id.
      a_asked_at timestamptz,
      b_asked_at timestamptz,
      -- The answer that both are shown. Null while one of them has not asked, and once it is forgotten.
      parts smallint[],
      -- No other answer is given before.
      frozen_until timestamptz,
      constraint week_comparisons_parts_check
        check (parts is null or (cardinality(parts) <= 5 and frozen_until is not null))
    );
    create index week_comparisons_frozen on week_comparisons (frozen_until) where frozen_until is not null;
  `.execute(db);
}

/** A relationship from one member's side ("I") to the other ("they"). */
const side = (mine: "a" | "b", theirs: "a" | "b") =>
  sql.raw(`
  select
    id as relationship_id,
    member_${mine}_id as member_id,
    member_${theirs}_id as other_id,
    ${mine}_crushed_at as i_crushed_at,
    ${theirs}_crushed_at as they_crushed_at,
    (a_crushed_at is not null or b_crushed_at is not null) as has_crush,
    ${mine}_crush_about as my_crush_about,
    ${theirs}_crush_about as their_crush_about,
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
    last_sequence
  from relationships`);
