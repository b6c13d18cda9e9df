import { sql } from "kysely";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/schema/tables.ts";
import { newId } from "#server/lib/ids.ts";
import { sidesOf, UNANSWERED_HOURS } from "#server/modules/relationships/relationships.policy.ts";

/** Of `pairs`: there was contact, which stands or ended so lately that either side can report the other. */
const isReportable = sql<boolean>`(
  (low_crushed_at is not null or high_crushed_at is not null)
  and (ended_at is null or ended_at > now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})))`;

const byMembers = (db: Db, a: string, b: string) => {
  const { low, high } = sidesOf(a, b);
  return db.selectFrom("pairs").selectAll().where("low_id", "=", low).where("high_id", "=", high);
};

export const findPair = (db: Db, a: string, b: string): Promise<Pair | undefined> =>
  byMembers(db, a, b).executeTakeFirst();

/** The row of two members, held until the end of the transaction. */
export const lockPair = (tx: Tx, a: string, b: string): Promise<Pair | undefined> =>
  byMembers(tx, a, b).forUpdate().executeTakeFirst();

/**
 * Notes a crush of one side on the row of two members, made if there is none, and held until the end of the transaction; it
 * is a match if it answers the other's. Undefined where that side's is in already, it has ended or one has blocked the other.
 */
export async function insertCrush(tx: Tx, senderId: string, recipientId: string): Promise<Pair | undefined> {
  const { low, high } = sidesOf(senderId, recipientId);
  const [mine, theirs] =
    low === senderId ? ["low_crushed_at", "high_crushed_at"] : ["high_crushed_at", "low_crushed_at"];
  const { rows } = await sql<Pair>`
    insert into pairs (id, low_id, high_id, ${sql.ref(mine)}) values (${newId()}, ${low}, ${high}, clock_timestamp())
    on conflict (low_id, high_id) do update set
      ${sql.ref(mine)} = clock_timestamp(),
      matched_at = case when ${sql.ref(`pairs.${theirs}`)} is null then null else clock_timestamp() end
    where ${sql.ref(`pairs.${mine}`)} is null and pairs.ended_at is null
      and pairs.low_blocked_at is null and pairs.high_blocked_at is null
    returning *`.execute(tx);
  return rows[0];
}

/**
 * Part of a statement, behind a `sent (id, low_id, high_id, sender_id, nth)`: adds to each of those its conversation (`open`, with
 * the pair's columns, `is_low`, and whether a real member writes to a demo one), and leaves out those between whom is no match, or
 * one of whom is not there. The rows of pairs are locked in the order of their ids.
 * @param waits for rows that somebody else holds; else what belongs to them is left out, too
 */
export const openForSent = (waits: boolean) => sql`
    held as (
      select pairs.id as pair_id, low_id, high_id, last_seq, rev, run_of_low, run_last_at,
        case when run_last_at > ${runSince} then run_length else 0 end as run_length
      from pairs
      where (low_id, high_id) in (select low_id, high_id from sent) and matched_at is not null and ended_at is null
      order by id for update ${waits ? sql`` : sql`skip locked`}
    ), open as (
      select sent.*, pair_id, last_seq, rev, run_of_low, run_last_at, run_length, sender_id = low_id as is_low,
        receiver.is_demo and not sender.is_demo as to_demo
      from sent
      join held using (low_id, high_id)
      join members sender on sender.id = sent.sender_id and sender.standing in ('active', 'hidden')
      join members receiver on receiver.id = case when sent.sender_id = low_id then high_id else low_id end
        and receiver.standing in ('active', 'hidden')
    )`;

/** Messages in a row that were sent before then do not count any more. */
const runSince = sql<Date>`(now() - make_interval(hours => ${UNANSWERED_HOURS}))`;

/**
 * Part of a statement, behind a `rated` that holds rows of `open`: gives each its place in its conversation (`placed`, with `seq`
 * and `rev`), and counts how many its sender has sent in a row (`runs`, with `in_a_row` and when the last one was that counts).
 * @param most in a row that get a place; null: all do
 */
export const placesForRated = (most: number | null) => sql`
    turns as (
      select changes.*, sum(change) over (partition by pair_id order by nth) as turn
      from (
        select rated.*, (is_low is distinct from lag(is_low, 1, run_of_low) over (partition by pair_id order by nth))::int as change
        from rated
      ) as changes
    ), runs as (
      select turns.*, (case when turn = 0 then run_length else 0 end)::int as before,
        (row_number() over (partition by pair_id, turn order by nth) + case when turn = 0 then run_length else 0 end)::int as in_a_row
      from turns
    ), placed as (
      select runs.*, last_seq + row_number() over of_pair as new_seq, rev + row_number() over of_pair as new_rev
      from runs
      where ${most === null ? sql`true` : sql`in_a_row <= ${most}::int`}
      window of_pair as (partition by pair_id order by nth)
    ), moved as (
      update pairs set last_seq = last.new_seq, rev = last.new_rev, run_of_low = last.is_low, run_length = last.in_a_row,
        run_last_at = now()
      from (select distinct on (pair_id) pair_id, new_seq, new_rev, is_low, in_a_row from placed order by pair_id, nth desc) as last
      where pairs.id = last.pair_id
    )`;

/** Takes the next place and the next revision for one more message of a side. */
export const takeNextSeq = (tx: Tx, { id, low_id }: Pair, senderId: string) => {
  const isLow = senderId === low_id;
  return tx
    .updateTable("pairs")
    .set({
      last_seq: sql`last_seq + 1`,
      rev: sql`rev + 1`,
      run_length: sql`case when run_of_low = ${isLow} and run_last_at > ${runSince} then run_length + 1 else 1 end`,
      run_of_low: isLow,
      run_last_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

export async function takeNextRev(tx: Tx, pairId: string): Promise<number> {
  const { rev } = await tx
    .updateTable("pairs")
    .set({ rev: sql`rev + 1` })
    .where("id", "=", pairId)
    .returning("rev")
    .executeTakeFirstOrThrow();
  return rev;
}

/** Notes that one side has read what there is. Where the other is not told, their revision tells them nothing either. */
export async function setRead(
  tx: Tx,
  pair: Pair,
  readerId: string,
  told: boolean,
): Promise<{ rev: number; readAt: Date }> {
  const side = readerId === pair.low_id ? "low" : "high";
  // The row is held, so this statement begins after all that was sent before.
  const now = sql<Date>`statement_timestamp()`;
  const { rev, read_at } = await tx
    .updateTable("pairs")
    .set({ [`${side}_read_at`]: now, ...(told && { rev: sql`rev + 1`, [`${side}_receipt_at`]: now }) })
    .where("id", "=", pair.id)
    .returning(["rev", sql<Date>`${sql.ref(`${side}_read_at`)}`.as("read_at")])
    .executeTakeFirstOrThrow();
  return { rev, readAt: read_at };
}

/** Ends what there is between two. Needs the pair's lock. @returns the new revision */
export async function setEnded(tx: Tx, pairId: string): Promise<number> {
  const { rev } = await tx
    .updateTable("pairs")
    .set({ ended_at: sql<Date>`clock_timestamp()`, rev: sql`rev + 1` })
    .where("id", "=", pairId)
    .returning("rev")
    .executeTakeFirstOrThrow();
  return rev;
}

/** All rows of a member, held until the end of the transaction, in the order of their ids. */
export const lockPairsOf = (tx: Tx, memberId: string): Promise<Pair[]> =>
  tx
    .selectFrom("pairs")
    .selectAll()
    .where((is) => is.or([is("low_id", "=", memberId), is("high_id", "=", memberId)]))
    .orderBy("id")
    .forUpdate()
    .execute();

/**
 * Ends all that there is between a member who goes and others, and forgets what the member alone has done: blocked, and read.
 * Where a match stood in which somebody wrote it is noted why, once; who was left before has nobody else to read it now.
 * Needs the pairs' locks.
 */
export async function setGone(tx: Tx, memberId: string): Promise<void> {
  const own = ["low_blocked_at", "low_read_at", "low_receipt_at"].map(
    (low) => [low, low.replace("low", "high")] as const,
  );
  const forgotten = own.flatMap(([low, high]) => [
    sql`${sql.ref(low)} = case when low_id <> ${memberId} then ${sql.ref(low)} end`,
    sql`${sql.ref(high)} = case when high_id <> ${memberId} then ${sql.ref(high)} end`,
  ]);
  await sql`
    update pairs set ${sql.join(forgotten)},
      low_block_listed = low_block_listed and low_id <> ${memberId},
      high_block_listed = high_block_listed and high_id <> ${memberId},
      low_block_inherited = low_block_inherited and low_id <> ${memberId},
      high_block_inherited = high_block_inherited and high_id <> ${memberId},
      gone_at = case when matched_at is not null and ended_at is null and last_seq > 0 then clock_timestamp() end,
      ended_at = coalesce(ended_at, clock_timestamp())
    where low_id = ${memberId} or high_id = ${memberId}`.execute(tx);
}

/** Deletes a member's pairs that have no messages, but for those named. Needs their locks. */
export async function deleteSilent(tx: Tx, memberId: string, keptIds: readonly string[]): Promise<void> {
  await sql`
    delete from pairs
    where (low_id = ${memberId} or high_id = ${memberId}) and id <> all(${sql.val([...keptIds])}::uuid[])
      and not exists (select 1 from messages where messages.pair_id = pairs.id)`.execute(tx);
}

/** A member's pairs whose other member has deleted their account, or can still report the member. Needs their locks. */
export async function findLeft(
  tx: Tx,
  memberId: string,
): Promise<{ id: string; other_gone: boolean; reportable: boolean }[]> {
  const { rows } = await sql<{ id: string; other_gone: boolean; reportable: boolean }>`
    select pairs.id, standing = 'gone' as other_gone, standing <> 'gone' and ${isReportable} as reportable
    from pairs join members on members.id = case when low_id = ${memberId} then high_id else low_id end
    where low_id = ${memberId} or high_id = ${memberId}`.execute(tx);
  return rows;
}

/** Raises conversations' revisions by so many each. Needs their locks. @returns the revisions before */
export async function raiseRevs(tx: Tx, raises: readonly { readonly pairId: string; readonly by: number }[]) {
  const { rows } = await sql<{ pairId: string; rev: number }>`
    update pairs set rev = rev + raises.many
    from unnest(${raises.map(({ pairId }) => pairId)}::uuid[], ${raises.map(({ by }) => by)}::bigint[])
      as raises (pair_id, many)
    where pairs.id = raises.pair_id
    returning pairs.id as "pairId", pairs.rev - raises.many as rev`.execute(tx);
  return rows;
}

const sideColumns = (me: string, otherId: string) => {
  const { low, high } = sidesOf(me, otherId);
  return {
    low,
    high,
    blocked: `${low === me ? "low" : "high"}_blocked_at`,
    inherited: `${low === me ? "low" : "high"}_block_inherited`,
    listed: `${low === me ? "low" : "high"}_block_listed`,
  };
};

/**
 * Notes one side's block on the row of two members, made if there is none, and held until the end of the transaction. One that
 * was inherited becomes the member's own.
 * @param listed whether that side is shown it; one that is shown stays so
 */
export async function setBlocked(tx: Tx, me: string, otherId: string, listed: boolean): Promise<Pair> {
  const { low, high, ...mine } = sideColumns(me, otherId);
  const [at, inherited, shown] = [mine.blocked, mine.inherited, mine.listed].map((name) => sql.ref(`pairs.${name}`));
  return storePair(
    sql<Pair>`
    insert into pairs (id, low_id, high_id, ${sql.ref(mine.blocked)}, ${sql.ref(mine.listed)})
    values (${newId()}, ${low}, ${high}, clock_timestamp(), ${listed})
    on conflict (low_id, high_id) do update set
      ${sql.ref(mine.blocked)} = case when ${at} is null or ${inherited} then clock_timestamp() else ${at} end,
      ${sql.ref(mine.inherited)} = false, ${sql.ref(mine.listed)} = ${shown} or ${listed}
    returning *`.execute(tx),
  );
}

/** Notes a block that neither side is told of, on the row of two, made if there is none, and held. One that is there stays. */
export async function setInheritedBlock(tx: Tx, me: string, otherId: string): Promise<Pair> {
  const { low, high, ...mine } = sideColumns(me, otherId);
  const at = sql.ref(`pairs.${mine.blocked}`);
  return storePair(
    sql<Pair>`
    insert into pairs (id, low_id, high_id, ${sql.ref(mine.blocked)}, ${sql.ref(mine.inherited)})
    values (${newId()}, ${low}, ${high}, clock_timestamp(), true)
    on conflict (low_id, high_id) do update set
      ${sql.ref(mine.blocked)} = coalesce(${at}, clock_timestamp()),
      ${sql.ref(mine.inherited)} = ${at} is null or ${sql.ref(`pairs.${mine.inherited}`)}
    returning *`.execute(tx),
  );
}

/** Takes back blocks that a member has inherited against some others. */
export async function clearInheritedBlocks(tx: Tx, me: string, otherIds: readonly string[]): Promise<void> {
  await sql`
    update pairs set
      low_blocked_at = case when low_id = ${me} and low_block_inherited then null else low_blocked_at end,
      low_block_inherited = low_block_inherited and low_id <> ${me},
      high_blocked_at = case when high_id = ${me} and high_block_inherited then null else high_blocked_at end,
      high_block_inherited = high_block_inherited and high_id <> ${me}
    where low_id = ${me} and high_id = any(${otherIds}::uuid[])
      or high_id = ${me} and low_id = any(${otherIds}::uuid[])`.execute(tx);
}

async function storePair(stored: Promise<{ rows: Pair[] }>): Promise<Pair> {
  const [pair] = (await stored).rows;
  if (!pair) throw new Error("a pair that was just stored is gone");
  return pair;
}

/** Takes one side's own block back; an inherited one stays. @returns whether that side was shown it */
export async function setUnblocked(tx: Tx, me: string, otherId: string): Promise<boolean> {
  const pair = await lockPair(tx, me, otherId);
  if (!pair) return false;
  const low = pair.low_id === me;
  // Of an inherited one its side does not know.
  if (low ? pair.low_block_inherited : pair.high_block_inherited) return false;
  const none = low
    ? { low_blocked_at: null, low_block_listed: false }
    : { high_blocked_at: null, high_block_listed: false };
  await tx.updateTable("pairs").set(none).where("id", "=", pair.id).execute();
  return low ? pair.low_block_listed : pair.high_block_listed;
}

/** A block, by the ids of both sides. */
export interface BlockRow {
  readonly blocker_id: string;
  readonly blocked_id: string;
  readonly inherited: boolean;
  /** The blocker is shown it. */
  readonly listed: boolean;
}

/** All blocks by and against some members, those included that are kept of members who have gone. */
export async function findBlocksAround(db: Db, ids: readonly string[]): Promise<BlockRow[]> {
  const isAround = sql`(low_id = any(${ids}::uuid[]) or high_id = any(${ids}::uuid[]))`;
  const { rows } = await sql<BlockRow>`
    select blocker_id, blocked_id, bool_and(inherited) as inherited, bool_or(listed) as listed from (
      select low_id as blocker_id, high_id as blocked_id, low_block_inherited as inherited, low_block_listed as listed
        from pairs where low_blocked_at is not null and ${isAround}
      union all
      select high_id, low_id, high_block_inherited, high_block_listed
        from pairs where high_blocked_at is not null and ${isAround}
      union all
      select blocker_id, blocked_id, inherited, listed from retained_blocks
        where kept_until > now() and (blocker_id = any(${ids}::uuid[]) or blocked_id = any(${ids}::uuid[]))
    ) as blocks
    group by blocker_id, blocked_id order by blocker_id, blocked_id`.execute(db);
  return rows;
}

/** Keeps a block of which one side has gone. */
export async function insertRetainedBlock(tx: Tx, block: BlockRow, months: number) {
  const { blocker_id, blocked_id, inherited, listed } = block;
  await sql`
    insert into retained_blocks as known (blocker_id, blocked_id, inherited, listed, kept_until)
    values (${blocker_id}, ${blocked_id}, ${inherited}, ${listed}, now() + make_interval(months => ${months}))
    on conflict (blocker_id, blocked_id) do update set
      inherited = known.inherited and excluded.inherited, listed = known.listed or excluded.listed,
      kept_until = excluded.kept_until`.execute(tx);
}

/**
 * Keeps the blocks by and against a member who goes, if there is anything that they could be recognized by. Needs the locks
 * of their pairs. @returns whether any are kept
 */
export async function retainBlocks(tx: Tx, memberId: string, months: number): Promise<boolean> {
  const isTheirs = sql`(low_id = ${memberId} or high_id = ${memberId})`;
  const { rows } = await sql<{ has_blocks: boolean }>`
    with kept as (
      insert into retained_blocks as known (blocker_id, blocked_id, inherited, listed, kept_until)
      select blocker_id, blocked_id, inherited, listed, now() + make_interval(months => ${months}) from (
        select low_id as blocker_id, high_id as blocked_id, low_block_inherited as inherited, low_block_listed as listed
          from pairs where low_blocked_at is not null and ${isTheirs}
        union all
        select high_id, low_id, high_block_inherited, high_block_listed
          from pairs where high_blocked_at is not null and ${isTheirs}
      ) as blocks
      where exists (select 1 from identities where member_id = ${memberId})
      on conflict (blocker_id, blocked_id) do update set kept_until = excluded.kept_until
      returning 1
    )
    select exists (select 1 from kept)
      or exists (select 1 from retained_blocks where ${memberId} in (blocker_id, blocked_id)) as has_blocks`.execute(
    tx,
  );
  return rows[0]?.has_blocks ?? false;
}

/** Stops keeping a block of which one side has gone. An inherited one stays: its side does not know of it. */
export async function deleteRetainedBlock(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
  await tx
    .deleteFrom("retained_blocks")
    .where("blocker_id", "=", blockerId)
    .where("blocked_id", "=", blockedId)
    .where("inherited", "=", false)
    .execute();
}

/** Throws away blocks that are kept no more. */
export async function deleteOldRetainedBlocks(tx: Tx): Promise<void> {
  await sql`delete from retained_blocks where kept_until <= now()`.execute(tx);
}

/**
 * Those whom one has blocked, the latest first. Somebody who was not visible when they were blocked is listed once they would
 * be visible without the block.
 * @param after the pair that the page before ended with
 */
export async function findBlocked(db: Db, me: string, limit: number | null, after: string | undefined) {
  const { rows } = await sql<{ pair_id: string; other_id: string; username: string; blocked_at: Date }>`
    with mine as (
      select id as pair_id, high_id as other_id, low_blocked_at as blocked_at,
        low_block_listed as listed, ended_at is null and high_blocked_at is null as is_open
      from pairs where low_id = ${me} and low_blocked_at is not null and not low_block_inherited
      union all
      select id, low_id, high_blocked_at, high_block_listed, ended_at is null and low_blocked_at is null
      from pairs where high_id = ${me} and high_blocked_at is not null and not high_block_inherited
    )
    select pair_id, other_id, username, blocked_at from mine
    join profiles on profiles.member_id = other_id
    join members on members.id = other_id
    where (listed or (is_open and standing = 'active')) and (${after ?? null}::uuid is null
      or (blocked_at, pair_id) < (select b.blocked_at, b.pair_id from mine b where b.pair_id = ${after ?? null}::uuid))
    order by blocked_at desc, pair_id desc
    limit ${limit}`.execute(db);
  return rows;
}
