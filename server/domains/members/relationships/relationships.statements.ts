import { type RawBuilder, sql } from "kysely";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import {
  type MessageRun,
  orderPair,
  UNANSWERED_HOURS,
} from "#server/domains/members/relationships/relationships.policy.ts";
import { type Db, lockTimeoutSql, type Tx } from "#server/platform/db/client.ts";
import type { RelationshipSide } from "#server/platform/db/schema/relationships.ts";

/** Member A of a relationship has the lower id. */
export type Side = "a" | "b";

/** Maps the row's columns to the two sides. */
export const sideOf = (me: string, otherId: string): { readonly mine: Side; readonly theirs: Side } =>
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

/** Some relationships of a member from their side, locked until the end of the transaction in the order of their ids. */
export async function lockRelationshipsOf(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<RelationshipSide[]> {
  await sql`
    select from relationships where id = any(${sql.val([...ids])}::uuid[]) order by id for update`.execute(tx);
  return tx
    .selectFrom("relationship_sides")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("relationship_id", "=", sql<string>`any(${sql.val([...ids])}::uuid[])`)
    .orderBy("relationship_id")
    .execute();
}

export interface RelationshipSize {
  readonly id: string;
  /** Messages that were ever sent there. */
  readonly messages: number;
}

/** Relationships, and messages of several of them, that one transaction erases: their locks are held for so long. */
const SLICE = { relationships: 200, messages: 1000 };

/**
 * A slice of a member's relationships, by their ids; one that has more messages than fit is alone.
 * @param after the id that the slice before ended with
 */
export async function findSliceOf(db: Db, memberId: string, after: string | undefined): Promise<RelationshipSize[]> {
  const { rows } = await sql<RelationshipSize>`
    with slice as (
      select id, last_sequence as messages from relationships
      where (member_a_id = ${memberId} or member_b_id = ${memberId})
        and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      order by id limit ${SLICE.relationships}
    ), summed as (
      select id, messages, row_number() over (order by id) as nth, sum(messages) over (order by id) as upto from slice
    )
    select id, messages from summed where nth = 1 or upto <= ${SLICE.messages} order by id`.execute(db);
  return rows;
}

/** SQL: whether a member has a crush on me, in a relationship that has not ended. */
export const hasCrushOnMeSql = (
  me: RawBuilder<string>,
  otherId: RawBuilder<string>,
): RawBuilder<boolean> => sql`exists (
  select from relationship_sides
  where member_id = ${me} and other_id = ${otherId} and they_crushed_at is not null and ended_at is null)`;

/** SQL: whether the crush of a row is stored on the side of the first member. */
const isFromA = sql`sender_id < recipient_id`;

/**
 * SQL: contact of the two of a row has ended, or one has blocked the other. Looked up before anything is inserted: the
 * cleanup may hold the lock of an ended conversation for long, for which no other crush should wait.
 */
const isOverSql = sql`exists (
  select from relationships
  where member_a_id = least(sender_id, recipient_id) and member_b_id = greatest(sender_id, recipient_id)
    and num_nonnulls(ended_at, a_blocked_at, b_blocked_at) > 0)`;

/**
 * Part of a statement, behind a CTE `able (relationship_id, sender_id, recipient_id, about, …)` in which each pair is
 * once: `crushed`, its rows with an `is_match`, inserts each crush into the relationship of its members and locks it, in
 * the order of the members. It is a match if it answers the other member's crush: of two crushes that cross, the second
 * one sees the first. Left out are crushes that were sent before, and those after contact has ended or a block.
 */
export const insertCrushesSql: RawBuilder<unknown> = sql`
    stored as (
      insert into relationships (
        id, member_a_id, member_b_id, a_crushed_at, b_crushed_at, a_crush_about, b_crush_about)
      select relationship_id, least(sender_id, recipient_id), greatest(sender_id, recipient_id),
        case when ${isFromA} then clock_timestamp() end, case when not ${isFromA} then clock_timestamp() end,
        case when ${isFromA} then about end, case when not ${isFromA} then about end
      from able where not ${isOverSql} order by 2, 3
      on conflict (member_a_id, member_b_id) do update set
        a_crushed_at = coalesce(relationships.a_crushed_at, excluded.a_crushed_at),
        b_crushed_at = coalesce(relationships.b_crushed_at, excluded.b_crushed_at),
        a_crush_about = case when excluded.a_crushed_at is null then relationships.a_crush_about else excluded.a_crush_about end,
        b_crush_about = case when excluded.b_crushed_at is null then relationships.b_crush_about else excluded.b_crush_about end,
        matched_at = case when coalesce(relationships.a_crushed_at, relationships.b_crushed_at) is not null
          then clock_timestamp() end
      where case when excluded.a_crushed_at is null then relationships.b_crushed_at else relationships.a_crushed_at end is null
        and relationships.ended_at is null and relationships.a_blocked_at is null and relationships.b_blocked_at is null
      returning id, member_a_id, member_b_id, matched_at is not null as is_match
    ), crushed as (
      select able.*, id, is_match
      from stored join able on member_a_id = least(sender_id, recipient_id) and member_b_id = greatest(sender_id, recipient_id)
    )`;

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
 * Crushes that wait to be opened: both have an account, and the recipient has neither answered nor opened
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

/** How to handle rows that another transaction has locked. A number is milliseconds. */
export type LockWait = "skip" | "block" | number;

/**
 * SQL: the last condition of a select, which locks the rows in the order of their ids, so that two batches never deadlock.
 * @param wait what to do about those that another transaction has locked: skip them, wait, or wait for some
 * milliseconds, after which the statement fails with `isLockTimeout`
 */
export const lockWaitSql = (wait: LockWait, strength: "update" | "no key update" | "share") => sql`
        ${typeof wait === "number" ? sql`and ${lockTimeoutSql(wait)}` : sql``}
      order by id for ${sql.raw(strength)} ${wait === "skip" ? sql`skip locked` : sql``}`;

/** Messages in a row that were sent before this time no longer count. */
const runSince = sql<Date>`(now() - make_interval(hours => ${UNANSWERED_HOURS}))`;

/**
 * Part of a statement that inserts messages, behind a CTE `sent (id, sender_id, receiver_id, nth, …)`. Adds `open`:
 * each of those with its conversation, without those whose members are not matched or not in good standing, which are not
 * locked either: a slower answer would tell which it is.
 * @param wait as for `lockWaitSql`
 */
export const lockForSendSql = (wait: LockWait) => sql`
    held as (
      select id as relationship_id, member_a_id, member_b_id, last_sequence, revision, run_by_a, run_last_at,
        a_read_at, a_receipt_at, b_read_at, b_receipt_at,
        case when run_last_at > ${runSince} then run_length else 0 end as run_length
      from relationships
      where (member_a_id, member_b_id) in (
          select least(sender_id, receiver_id), greatest(sender_id, receiver_id) from sent)
        and matched_at is not null and ended_at is null
        and (select ${isInGoodStandingSql("a")} from members a where a.id = member_a_id)
        and (select ${isInGoodStandingSql("b")} from members b where b.id = member_b_id)
        ${lockWaitSql(wait, "update")}
    ), open as (
      select sent.*, relationship_id, last_sequence, revision, run_by_a, run_last_at, run_length,
        sent.sender_id = member_a_id as is_by_a,
        case when sent.sender_id = member_a_id then b_read_at else a_read_at end as last_read_at,
        case when sent.sender_id = member_a_id then b_receipt_at else a_receipt_at end as last_receipt_at
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

/** Deletes those of some relationships that have no messages. Needs their locks. */
export async function deleteEmptyRelationships(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from relationships
    where id = any(${sql.val([...ids])}::uuid[])
      and not exists (select 1 from messages where messages.relationship_id = relationships.id)`.execute(tx);
}

const isToEmptySql = sql<boolean>`ended_at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
  and orphaned_at is null and emptied_at is null`;

export interface EndedConversation {
  readonly id: string;
  /** As the database writes it, as a `Date` has no microseconds. */
  readonly endedAt: string;
}

/**
 * Conversations that ended so long ago that nobody can read or report them, and that still have messages, in the order
 * of their ends.
 */
export async function findConversationsToEmpty(
  db: Db,
  after: EndedConversation | undefined,
  limit: number,
): Promise<EndedConversation[]> {
  const isAfter = after ? sql`(ended_at, id) > (${after.endedAt}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<EndedConversation>`
    select id, ended_at::text as "endedAt" from relationships where ${isToEmptySql} and ${isAfter}
    order by ended_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Marks such a conversation as emptied, and locks it. @returns false if it is not one any more */
export async function updateEmptied(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update relationships set emptied_at = now() where id = ${id} and ${isToEmptySql}`.execute(tx);
  return numAffectedRows > 0n;
}
