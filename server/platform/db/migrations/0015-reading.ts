import { type Kysely, sql } from "kysely";

/**
 * How far each side has read stands on the relationship, and a message is not rewritten when it is read. A message has
 * instead when its receiver had last read, and last told so, before it was sent: the times of the messages before it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table relationships
      add column a_read_sequence bigint not null default 0,
      add column b_read_sequence bigint not null default 0,
      add column a_receipt_sequence bigint not null default 0,
      add column b_receipt_sequence bigint not null default 0,
      -- When the last message was sent, in bins of five minutes: an index of it is written by few messages only.
      add column active_at timestamptz;

    alter table messages add column last_read_at timestamptz, add column last_receipt_at timestamptz;

    -- safe while old code runs: an index decides no result, and each message was written to it, and again when it was read
    drop index messages_unread_by_sequence;
  `.execute(db);
  await sql`create or replace view relationship_sides as ${side("a", "b")} union all ${side("b", "a")}`.execute(db);
  await sql`
    create function set_activity() returns trigger language plpgsql set search_path = '' as $function$
    begin
      new.active_at := date_bin('5 minutes', coalesce(new.run_last_at, new.matched_at), '2000-01-01Z');
      return new;
    end $function$;
    create trigger relationships_activity
      before insert or update of last_sequence, run_last_at on relationships for each row
      when (new.last_sequence > 0 and new.active_at is distinct from
        date_bin('5 minutes', coalesce(new.run_last_at, new.matched_at), '2000-01-01Z'))
      execute function set_activity();

    -- Only processes of the version before update these columns of messages.
    create function copy_reading() returns trigger language plpgsql set search_path = '' as $function$
    begin
      update public.relationships set
        a_read_sequence = case when new.sender_id = member_a_id then a_read_sequence
          else greatest(a_read_sequence, new.sequence) end,
        b_read_sequence = case when new.sender_id = member_b_id then b_read_sequence
          else greatest(b_read_sequence, new.sequence) end,
        a_receipt_sequence = case when new.sender_id = member_a_id or new.receipt_at is null then a_receipt_sequence
          else greatest(a_receipt_sequence, new.sequence) end,
        b_receipt_sequence = case when new.sender_id = member_b_id or new.receipt_at is null then b_receipt_sequence
          else greatest(b_receipt_sequence, new.sequence) end
      where id = new.relationship_id;
      return null;
    end $function$;
    create trigger messages_reading after update of read_at, receipt_at on messages for each row
      when (new.read_at is distinct from old.read_at or new.receipt_at is distinct from old.receipt_at)
      execute function copy_reading();
  `.execute(db);
}

/** As in `0004-relationships`, with the columns above at its end. */
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
    last_sequence,
    ${mine}_read_sequence as my_read_sequence,
    ${theirs}_read_sequence as their_read_sequence,
    ${mine}_receipt_sequence as my_receipt_sequence,
    ${theirs}_receipt_sequence as their_receipt_sequence,
    active_at
  from relationships`);
