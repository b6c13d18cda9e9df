import { type RawBuilder, sql } from "kysely";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { CrushAbout } from "#contract/schemas.ts";
import { type Db, lockTimeoutSql, type Tx } from "#server/db/client.ts";
import type { RelationshipSide } from "#server/db/schema/relationships.ts";
import { newId } from "#server/lib/ids.ts";
import { isInGoodStandingSql } from "#server/modules/members/members.queries.ts";
import { type MessageRun, orderPair, UNANSWERED_HOURS } from "#server/modules/relationships/relationships.policy.ts";
import { type BlockRow, findRelationship } from "#server/modules/relationships/relationships.queries.ts";

/** Maps the row's columns to the two sides. */
const sideOf = (me: string, otherId: string) =>
  me < otherId ? { mine: "a", theirs: "b" } : { mine: "b", theirs: "a" };

/**
 * Locks the relationship of two members, if there is one, until the end of the transaction. A view cannot be locked, and
 * only a later statement sees what a transaction that held the lock before has committed.
 */
export async function lockRelationship(tx: Tx, me: string, otherId: string): Promise<void> {
  const { memberA, memberB } = orderPair(me, otherId);
  await sql`
    select from relationships where member_a_id = ${memberA} and member_b_id = ${memberB} for update`.execute(tx);
}

/** All relationships of a member from their side, locked until the end of the transaction in the order of their ids. */
export async function lockRelationshipsOf(tx: Tx, memberId: string): Promise<RelationshipSide[]> {
  await sql`
    select from relationships where member_a_id = ${memberId} or member_b_id = ${memberId} order by id for update`.execute(
    tx,
  );
  return tx
    .selectFrom("relationship_sides")
    .selectAll()
    .where("member_id", "=", memberId)
    .orderBy("relationship_id")
    .execute();
}

/** SQL: whether a member has a crush on me, in a relationship that has not ended. */
export const hasCrushOnMeSql = (me: string, otherId: string): RawBuilder<boolean> => sql`exists (
  select from relationship_sides
  where member_id = ${me} and other_id = ${otherId} and they_crushed_at is not null and ended_at is null)`;

/**
 * Part of a statement: `crushed (id, is_match)` inserts a crush into the relationship of two members and locks it. It is
 * a match if it answers the other member's crush: of two crushes that cross, the second one sees the first. No row if the
 * crush was sent before, contact has ended or either has blocked the other.
 * @param about what on the recipient's profile it is about
 * @param from a FROM clause with a WHERE clause; without a row nothing is inserted
 */
export function insertCrushSql(
  senderId: string,
  recipientId: string,
  about: CrushAbout | undefined,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { memberA, memberB } = orderPair(senderId, recipientId);
  const { mine, theirs } = sideOf(senderId, recipientId);
  const [myCrush, theirCrush, myAbout] = [`${mine}_crushed_at`, `${theirs}_crushed_at`, `${mine}_crush_about`];
  return sql`
    crushed as (
      insert into relationships (id, member_a_id, member_b_id, ${sql.ref(myCrush)}, ${sql.ref(myAbout)})
      select ${newId()}::uuid, ${memberA}::uuid, ${memberB}::uuid, clock_timestamp(),
        ${about ? JSON.stringify(about) : null}::jsonb ${from}
      on conflict (member_a_id, member_b_id) do update set
        ${sql.ref(myCrush)} = clock_timestamp(), ${sql.ref(myAbout)} = ${sql.ref(`excluded.${myAbout}`)},
        matched_at = case when ${sql.ref(`relationships.${theirCrush}`)} is null then null else clock_timestamp() end
      where ${sql.ref(`relationships.${myCrush}`)} is null and relationships.ended_at is null
        and relationships.a_blocked_at is null and relationships.b_blocked_at is null
      returning id, matched_at is not null as is_match
    )`;
}

/** Stores that a member has opened a crush on them: they have seen its sender, or passed on them. Repeating it is harmless. */
export async function updateCrushOpened(tx: Tx, me: string, senderId: string): Promise<void> {
  const { memberA, memberB } = orderPair(me, senderId);
  const { theirs } = sideOf(me, senderId);
  const opened = sql.ref(`${theirs}_crush_opened`);
  await sql`
    update relationships set ${opened} = true
    where member_a_id = ${memberA} and member_b_id = ${memberB} and not ${opened}
      and ${sql.ref(`${theirs}_crushed_at`)} is not null`.execute(tx);
}

/**
 * Those of some crushes that wait to be opened: both have an account, and the recipient has neither answered nor opened
 * the crush, nor looked at their received crushes since. A block does not matter, because a crush that is not given back would tell
 * the sender of it. Locks their relationships in the order of their ids.
 */
export async function lockUnopenedCrushes<C extends { readonly relationshipId: string; readonly senderId: string }>(
  tx: Tx,
  crushes: readonly C[],
): Promise<C[]> {
  const ids = crushes.map(({ relationshipId }) => relationshipId);
  await sql`
    select from relationships where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  // A separate statement, so that it sees what was committed while this transaction waited for the locks.
  const { rows } = await sql<{ id: string; sender_id: string }>`
    select relationships.id, sent.sender_id
    from unnest(${ids}::uuid[], ${crushes.map(({ senderId }) => senderId)}::uuid[]) as sent (id, sender_id)
    join relationships on relationships.id = sent.id
    join relationship_sides side on side.relationship_id = sent.id and side.other_id = sent.sender_id
    where not exists (
        select from members where id in (side.member_id, side.other_id) and status = 'deleted')
      and side.matched_at is null and side.they_crushed_at is not null and side.i_crushed_at is null
      and not case when member_a_id = sent.sender_id then a_crush_opened else b_crush_opened end
      and not exists (
        select from crushes_last_seen seen
        where seen.member_id = side.member_id and seen.seen_at >= side.they_crushed_at)`.execute(tx);
  const unopened = new Set(rows.map(({ id, sender_id }) => `${id} ${sender_id}`));
  return crushes.filter(({ relationshipId, senderId }) => unopened.has(`${relationshipId} ${senderId}`));
}

/** How to handle conversations that another transaction has locked. A number is milliseconds. */
export type LockWait = "skip" | "block" | number;

/** Messages in a row that were sent before this time no longer count. */
const runSince = sql<Date>`(now() - make_interval(hours => ${UNANSWERED_HOURS}))`;

/**
 * Part of a statement that inserts messages, behind a CTE `sent (id, sender_id, receiver_id, nth, …)`. Adds `open`:
 * each of those with its conversation, without those whose members are not matched or not in good standing, which are not
 * locked either: a slower answer would tell which it is. Locks the rows in the order of their ids, so that two batches
 * never deadlock.
 * @param wait what to do about conversations that another transaction has locked: skip them, wait, or wait for some
 * milliseconds, after which the statement fails with `isLockTimeout`
 */
export const lockForSendSql = (wait: LockWait) => sql`
    held as (
      select id as relationship_id, member_a_id, member_b_id, last_sequence, revision, run_by_a, run_last_at,
        case when run_last_at > ${runSince} then run_length else 0 end as run_length
      from relationships
      where (member_a_id, member_b_id) in (
          select least(sender_id, receiver_id), greatest(sender_id, receiver_id) from sent)
        and matched_at is not null and ended_at is null
        and (select ${isInGoodStandingSql("a")} from members a where a.id = member_a_id)
        and (select ${isInGoodStandingSql("b")} from members b where b.id = member_b_id)
        ${typeof wait === "number" ? sql`and ${lockTimeoutSql(wait)}` : sql``}
      order by id for update ${wait === "skip" ? sql`skip locked` : sql``}
    ), open as (
      select sent.*, relationship_id, last_sequence, revision, run_by_a, run_last_at, run_length,
        sent.sender_id = member_a_id as is_by_a
      from sent
      join held on member_a_id = least(sent.sender_id, sent.receiver_id)
        and member_b_id = greatest(sent.sender_id, sent.receiver_id)
    )`;

/**
 * Part of a statement, behind a CTE `rated` with rows of `open`. Adds `runs`: how many messages in a row each one makes
 * (`in_a_row`), and `placed`: each with its `new_sequence` and `new_revision`. Updates the conversations.
 * @param unansweredMax messages in a row that are placed; null for no limit
 */
export const allocateSequencesSql = (unansweredMax: number | null) => sql`
    alternations as (
      select changes.*, sum(change) over (partition by relationship_id order by nth) as alternation
      from (
        select rated.*,
          (is_by_a is distinct from lag(is_by_a, 1, run_by_a) over (partition by relationship_id order by nth))::int
            as change
        from rated
      ) as changes
    ), runs as (
      select alternations.*, (case when alternation = 0 then run_length else 0 end)::int as before,
        (row_number() over (partition by relationship_id, alternation order by nth)
          + case when alternation = 0 then run_length else 0 end)::int as in_a_row
      from alternations
    ), placed as (
      select runs.*, last_sequence + row_number() over of_conversation as new_sequence,
        revision + row_number() over of_conversation as new_revision
      from runs
      where ${unansweredMax === null ? sql`true` : sql`in_a_row <= ${unansweredMax}::int`}
      window of_conversation as (partition by relationship_id order by nth)
    ), moved as (
      update relationships set last_sequence = last.new_sequence, revision = last.new_revision,
        run_by_a = last.is_by_a, run_length = last.in_a_row, run_last_at = now()
      from (
        select distinct on (relationship_id) relationship_id, new_sequence, new_revision, is_by_a, in_a_row
        from placed order by relationship_id, nth desc
      ) as last
      where relationships.id = last.relationship_id
    )`;

/** Allocates the sequence and the revision of one more message from my side. Needs the relationship's lock. */
export async function nextSequence(
  tx: Tx,
  { relationship_id, member_id, other_id }: RelationshipSide,
): Promise<{ sequence: number; revision: number; run: MessageRun }> {
  const isByA = member_id < other_id;
  const { last_sequence, revision, run_length, run_last_at } = await tx
    .updateTable("relationships")
    .set({
      last_sequence: sql`last_sequence + 1`,
      revision: sql`revision + 1`,
      run_length: sql`case when run_by_a = ${isByA} and run_last_at > ${runSince} then run_length + 1 else 1 end`,
      run_by_a: isByA,
      run_last_at: sql<Date>`now()`,
    })
    .where("id", "=", relationship_id)
    .returning(["last_sequence", "revision", "run_length", sql<Date>`run_last_at`.as("run_last_at")])
    .executeTakeFirstOrThrow();
  return { sequence: last_sequence, revision, run: { length: run_length, lastAt: run_last_at } };
}

/** Allocates a revision for a change that is no new message. Needs the relationship's lock. */
export async function nextRevision(tx: Tx, relationshipId: string): Promise<number> {
  const { revision } = await tx
    .updateTable("relationships")
    .set({ revision: sql`revision + 1` })
    .where("id", "=", relationshipId)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

/** Allocates many revisions of many conversations. Needs their locks. @returns the revisions before */
export async function bumpRevisions(
  tx: Tx,
  bumps: readonly { readonly relationshipId: string; readonly by: number }[],
) {
  const { rows } = await sql<{ relationshipId: string; revision: number }>`
    update relationships set revision = revision + bumps.many
    from unnest(${bumps.map((bump) => bump.relationshipId)}::uuid[], ${bumps.map(({ by }) => by)}::bigint[])
      as bumps (relationship_id, many)
    where relationships.id = bumps.relationship_id
    returning relationships.id as "relationshipId", relationships.revision - bumps.many as revision`.execute(tx);
  return rows;
}

/**
 * Stores that a member has read the conversation. Without a receipt the other member must not notice, so the revision stays.
 * Needs the relationship's lock: all messages before it are committed, and the time is later than theirs.
 */
export async function updateReadAt(
  tx: Tx,
  { relationship_id, member_id, other_id }: RelationshipSide,
  hasReceipt: boolean,
): Promise<{ revision: number; readAt: Date }> {
  const { mine } = sideOf(member_id, other_id);
  const now = sql<Date>`statement_timestamp()`;
  const { revision, read_at } = await tx
    .updateTable("relationships")
    .set({
      [`${mine}_read_at`]: now,
      ...(hasReceipt && { revision: sql`revision + 1`, [`${mine}_receipt_at`]: now }),
    })
    .where("id", "=", relationship_id)
    .returning(["revision", sql<Date>`${sql.ref(`${mine}_read_at`)}`.as("read_at")])
    .executeTakeFirstOrThrow();
  return { revision, readAt: read_at };
}

/** Ends contact between two members. Needs the relationship's lock. */
export async function updateEnded(tx: Tx, relationshipId: string): Promise<void> {
  await tx
    .updateTable("relationships")
    .set({ ended_at: sql<Date>`clock_timestamp()`, revision: sql`revision + 1` })
    .where("id", "=", relationshipId)
    .execute();
}

/**
 * Ends all relationships of a member who deletes their account, and deletes their blocks and read times. A match with
 * messages becomes orphaned; if it was orphaned before, no one can read it any more. Needs the relationships' locks.
 */
export async function endRelationshipsOfDeleted(tx: Tx, memberId: string): Promise<void> {
  const cleared = (["a", "b"] as const).flatMap((side) => {
    const isTheirs = sql`${sql.ref(`member_${side}_id`)} = ${memberId}`;
    const times = ["blocked_at", "read_at", "receipt_at"].map((name) => sql.ref(`${side}_${name}`));
    const flags = ["block_listed", "block_inherited"].map((name) => sql.ref(`${side}_${name}`));
    return [
      ...times.map((time) => sql`${time} = case when ${isTheirs} then null else ${time} end`),
      ...flags.map((flag) => sql`${flag} = ${flag} and not ${isTheirs}`),
    ];
  });
  await sql`
    update relationships set ${sql.join(cleared)}, a_crush_about = null, b_crush_about = null,
      orphaned_at =
        case when matched_at is not null and ended_at is null and last_sequence > 0 then clock_timestamp() end,
      ended_at = coalesce(ended_at, clock_timestamp())
    where member_a_id = ${memberId} or member_b_id = ${memberId}`.execute(tx);
}

/** Deletes a member's relationships that have no messages, except some. Needs their locks. */
export async function deleteEmptyRelationships(tx: Tx, memberId: string, exceptIds: readonly string[]): Promise<void> {
  await sql`
    delete from relationships
    where (member_a_id = ${memberId} or member_b_id = ${memberId}) and id <> all(${sql.val([...exceptIds])}::uuid[])
      and not exists (select 1 from messages where messages.relationship_id = relationships.id)`.execute(tx);
}

/** The relationships of a member whose other side is deleted, or can still report the member. */
export async function findRemaining(
  tx: Tx,
  memberId: string,
): Promise<{ id: string; is_other_deleted: boolean; is_reportable: boolean }[]> {
  const isDeleted = sql`members.status = 'deleted'`;
  const { rows } = await sql<{ id: string; is_other_deleted: boolean; is_reportable: boolean }>`
    select relationship_id as id, ${isDeleted} as is_other_deleted,
      not ${isDeleted} and has_crush
        and (ended_at is null or ended_at > now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})) as is_reportable
    from relationship_sides join members on members.id = other_id
    where member_id = ${memberId}`.execute(tx);
  return rows;
}

const isToEmptySql = sql<boolean>`ended_at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
  and orphaned_at is null and emptied_at is null and last_sequence > 0`;

/** Conversations that ended so long ago that nobody can read or report them, and that still have messages. */
export async function findConversationsToEmpty(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from relationships where ${isToEmptySql} order by ended_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks such a conversation as emptied, and locks it. @returns false if it is not one any more */
export async function updateEmptied(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update relationships set emptied_at = now() where id = ${id} and ${isToEmptySql}`.execute(tx);
  return numAffectedRows > 0n;
}

interface BlockedRelationship {
  readonly id: string;
  /** There was a crush or a match until the block, which ends it. */
  readonly has_contact: boolean;
}

const returnBlocked = sql`
    returning id, (ended_at is null and (a_crushed_at is not null or b_crushed_at is not null)) as has_contact`;

async function blockedRow(stored: Promise<{ rows: BlockedRelationship[] }>): Promise<BlockedRelationship> {
  const [row] = (await stored).rows;
  if (!row) throw new Error("the stored relationship is missing");
  return row;
}

/**
 * Stores a block in the relationship of two members and locks it. An inherited block becomes the member's own.
 * @param isListed whether the block is in the member's list; one that is listed stays so
 */
export function upsertBlock(tx: Tx, me: string, otherId: string, isListed: boolean): Promise<BlockedRelationship> {
  const { memberA, memberB } = orderPair(me, otherId);
  const { mine } = sideOf(me, otherId);
  const column = (name: string) => ({
    set: sql.ref(`${mine}_${name}`),
    old: sql.ref(`relationships.${mine}_${name}`),
  });
  const [at, inherited, listed] = [column("blocked_at"), column("block_inherited"), column("block_listed")];
  return blockedRow(
    sql<BlockedRelationship>`
    insert into relationships (id, member_a_id, member_b_id, ${at.set}, ${listed.set})
    values (${newId()}, ${memberA}, ${memberB}, clock_timestamp(), ${isListed})
    on conflict (member_a_id, member_b_id) do update set
      ${at.set} = case when ${at.old} is null or ${inherited.old} then clock_timestamp() else ${at.old} end,
      ${inherited.set} = false, ${listed.set} = ${listed.old} or ${isListed}
    ${returnBlocked}`.execute(tx),
  );
}

/** Stores a block that neither side knows of, and locks the relationship. An existing block stays. */
export function upsertInheritedBlock(tx: Tx, me: string, otherId: string): Promise<BlockedRelationship> {
  const { memberA, memberB } = orderPair(me, otherId);
  const { mine } = sideOf(me, otherId);
  const [blockedAt, inherited] = [`${mine}_blocked_at`, `${mine}_block_inherited`];
  const oldBlockedAt = sql.ref(`relationships.${blockedAt}`);
  return blockedRow(
    sql<BlockedRelationship>`
    insert into relationships (id, member_a_id, member_b_id, ${sql.ref(blockedAt)}, ${sql.ref(inherited)})
    values (${newId()}, ${memberA}, ${memberB}, clock_timestamp(), true)
    on conflict (member_a_id, member_b_id) do update set
      ${sql.ref(blockedAt)} = coalesce(${oldBlockedAt}, clock_timestamp()),
      ${sql.ref(inherited)} = ${oldBlockedAt} is null or ${sql.ref(`relationships.${inherited}`)}
    ${returnBlocked}`.execute(tx),
  );
}

/** Deletes the blocks that a member has inherited against some others. */
export async function deleteInheritedBlocks(tx: Tx, me: string, otherIds: readonly string[]): Promise<void> {
  await sql`
    update relationships set
      a_blocked_at = case when member_a_id = ${me} and a_block_inherited then null else a_blocked_at end,
      a_block_inherited = a_block_inherited and member_a_id <> ${me},
      b_blocked_at = case when member_b_id = ${me} and b_block_inherited then null else b_blocked_at end,
      b_block_inherited = b_block_inherited and member_b_id <> ${me}
    where member_a_id = ${me} and member_b_id = any(${otherIds}::uuid[])
      or member_b_id = ${me} and member_a_id = any(${otherIds}::uuid[])`.execute(tx);
}

/**
 * Deletes a member's own block; an inherited one stays, since they do not know of it.
 * @returns whether it was listed; undefined without a block
 */
export async function deleteBlock(tx: Tx, me: string, otherId: string): Promise<boolean | undefined> {
  await lockRelationship(tx, me, otherId);
  const side = await findRelationship(tx, me, otherId);
  if (!side || side.i_blocked_at === null || side.is_my_block_inherited) return undefined;
  const { mine } = sideOf(me, otherId);
  await tx
    .updateTable("relationships")
    .set({ [`${mine}_blocked_at`]: null, [`${mine}_block_listed`]: false })
    .where("id", "=", side.relationship_id)
    .execute();
  return side.is_my_block_listed;
}

/** Retains a block of which one side has deleted their account. */
export async function insertRetainedBlock(tx: Tx, block: BlockRow, months: number): Promise<void> {
  const { blocker_id, blocked_id, inherited, listed } = block;
  await sql`
    insert into retained_blocks as known (blocker_id, blocked_id, inherited, listed, kept_until)
    values (${blocker_id}, ${blocked_id}, ${inherited}, ${listed}, now() + make_interval(months => ${months}))
    on conflict (blocker_id, blocked_id) do update set
      inherited = known.inherited and excluded.inherited, listed = known.listed or excluded.listed,
      kept_until = excluded.kept_until`.execute(tx);
}

/**
 * Retains the blocks by and against a member who deletes their account, if they have an identity. Needs the
 * relationships' locks.
 * @returns whether any are retained
 */
export async function retainBlocks(tx: Tx, memberId: string, months: number): Promise<boolean> {
  const { rows } = await sql<{ has_blocks: boolean }>`
    with kept as (
      insert into retained_blocks as known (blocker_id, blocked_id, inherited, listed, kept_until)
      select member_id, other_id, is_my_block_inherited, is_my_block_listed, now() + make_interval(months => ${months})
      from relationship_sides
      where i_blocked_at is not null and (member_id = ${memberId} or other_id = ${memberId})
        and exists (select 1 from identities where identities.member_id = ${memberId})
      on conflict (blocker_id, blocked_id) do update set kept_until = excluded.kept_until
      returning 1
    )
    select exists (select 1 from kept)
      or exists (select 1 from retained_blocks where ${memberId} in (blocker_id, blocked_id)) as has_blocks`.execute(
    tx,
  );
  return rows[0]?.has_blocks ?? false;
}

/** Deletes a retained block of a member's own. An inherited one stays, since they do not know of it. */
export async function deleteRetainedBlock(tx: Tx, blockerId: string, blockedId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("retained_blocks")
    .where("blocker_id", "=", blockerId)
    .where("blocked_id", "=", blockedId)
    .where("inherited", "=", false)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes retained blocks whose time is over. */
export async function deleteExpiredRetainedBlocks(tx: Tx): Promise<void> {
  await sql`delete from retained_blocks where kept_until <= now()`.execute(tx);
}
