import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/tables.ts";
import { newId } from "#server/ids.ts";
import { sidesOf } from "#server/modules/pairs/pairs.policy.ts";

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
 * Part of a statement, behind a `sent (id, low_id, high_id, sender_id, nth)`: gives each of those its place in its
 * conversation (`placed`, with `pair_id`, `seq`, `rev` and whether a real member writes to a demo one), and leaves out
 * those between whom is no match, or one of whom is not there. The rows of pairs are locked in the order of their ids.
 * @param waits for rows that somebody else holds; else what belongs to them is left out, too
 */
export const placesForSent = (waits: boolean) => sql`
    held as (
      select pairs.id, low_id, high_id, last_seq, rev from pairs
      where (low_id, high_id) in (select low_id, high_id from sent) and matched_at is not null and ended_at is null
      order by id for update ${waits ? sql`` : sql`skip locked`}
    ), placed as (
      select sent.*, held.id as pair_id, held.last_seq + row_number() over of_pair as seq,
        held.rev + row_number() over of_pair as rev, receiver.is_demo and not sender.is_demo as to_demo
      from sent
      join held using (low_id, high_id)
      join members sender on sender.id = sent.sender_id and sender.standing in ('active', 'hidden')
      join members receiver on receiver.id = case when sent.sender_id = low_id then high_id else low_id end
        and receiver.standing in ('active', 'hidden')
      window of_pair as (partition by held.id order by nth)
    ), moved as (
      update pairs set last_seq = last_seq + placed.many, rev = rev + placed.many
      from (select pair_id, count(*) as many from placed group by pair_id) as placed
      where pairs.id = placed.pair_id
    )`;

/** Takes the next place and the next revision for a message. */
export const takeNextSeq = (tx: Tx, pairId: string) =>
  tx
    .updateTable("pairs")
    .set({ last_seq: sql`last_seq + 1`, rev: sql`rev + 1` })
    .where("id", "=", pairId)
    .returning(["last_seq", "rev"])
    .executeTakeFirstOrThrow();

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
 * Where a match stood it is noted why, once; who was left before has nobody else to read it now. Needs the pairs' locks.
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
      gone_at = case when matched_at is not null and ended_at is null then clock_timestamp() end,
      ended_at = coalesce(ended_at, clock_timestamp())
    where low_id = ${memberId} or high_id = ${memberId}`.execute(tx);
}

/** Takes away a member's pairs in which nobody has written anything. Needs their locks. */
export async function deleteSilent(tx: Tx, memberId: string): Promise<void> {
  await sql`
    delete from pairs
    where (low_id = ${memberId} or high_id = ${memberId})
      and not exists (select 1 from messages where messages.pair_id = pairs.id)`.execute(tx);
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

/** Notes or takes back one side's block on the row of two members, made if there is none, and held until the end of the transaction. */
export async function setBlocked(tx: Tx, me: string, otherId: string, blocked: boolean): Promise<Pair> {
  const { low, high } = sidesOf(me, otherId);
  const mine = low === me ? "low_blocked_at" : "high_blocked_at";
  const at = blocked ? sql<Date>`coalesce(${sql.ref(`pairs.${mine}`)}, clock_timestamp())` : sql<null>`null`;
  const { rows } = await sql<Pair>`
    insert into pairs (id, low_id, high_id, ${sql.ref(mine)})
    values (${newId()}, ${low}, ${high}, ${blocked ? sql`clock_timestamp()` : sql`null`})
    on conflict (low_id, high_id) do update set ${sql.ref(mine)} = ${at}
    returning *`.execute(tx);
  const [pair] = rows;
  if (!pair) throw new Error("a pair that was just stored is gone");
  return pair;
}

/** Those whom one has blocked, the latest first. @param after the pair that the page before ended with */
export async function findBlocked(db: Db, me: string, limit: number, after: string | undefined) {
  const { rows } = await sql<{ pair_id: string; other_id: string; username: string; blocked_at: Date }>`
    with mine as (
      select id as pair_id, high_id as other_id, low_blocked_at as blocked_at from pairs
        where low_id = ${me} and low_blocked_at is not null
      union all
      select id, low_id, high_blocked_at from pairs where high_id = ${me} and high_blocked_at is not null
    )
    select mine.*, profiles.username from mine join profiles on profiles.member_id = other_id
    where ${after ?? null}::uuid is null
      or (blocked_at, pair_id) < (select b.blocked_at, b.pair_id from mine b where b.pair_id = ${after ?? null}::uuid)
    order by blocked_at desc, pair_id desc
    limit ${limit}`.execute(db);
  return rows;
}
