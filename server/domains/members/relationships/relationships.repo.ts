import { sql } from "kysely";
import { orderPair } from "#server/domains/members/relationships/relationships.policy.ts";
import {
  type BlockRow,
  canReportSql,
  findRelationship,
} from "#server/domains/members/relationships/relationships.queries.ts";
import { lockRelationship, sideOf } from "#server/domains/members/relationships/relationships.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

/** SQL: when the messages were deleted, as far as there were none. */
const emptiedSql = sql<Date>`coalesce(emptied_at, case when last_sequence = 0 then clock_timestamp() end)`;

/** Ends contact between two members. Needs the relationship's lock. */
export async function updateEnded(tx: Tx, relationshipId: string): Promise<void> {
  await tx
    .updateTable("relationships")
    .set({ ended_at: sql<Date>`clock_timestamp()`, emptied_at: emptiedSql, revision: sql`revision + 1` })
    .where("id", "=", relationshipId)
    .execute();
}

const anyOf = (ids: readonly string[]) => sql`any(${sql.val([...ids])}::uuid[])`;

/**
 * Ends some relationships of a member who has deleted their account, as of that time, and deletes their blocks and read
 * times; read receipts stay. A match with messages becomes orphaned; once both have deleted their accounts, no one can
 * read it any more. Repeating it changes nothing. Needs the relationships' locks.
 */
export async function endRelationshipsOfDeleted(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  const cleared = (["a", "b"] as const).flatMap((side) => {
    const isTheirs = sql`${sql.ref(`member_${side}_id`)} = ${memberId}`;
    const times = ["blocked_at", "read_at"].map((name) => sql.ref(`${side}_${name}`));
    const flags = ["block_listed", "block_inherited"].map((name) => sql.ref(`${side}_${name}`));
    return [
      ...times.map((time) => sql`${time} = case when ${isTheirs} then null else ${time} end`),
      ...flags.map((flag) => sql`${flag} = ${flag} and not ${isTheirs}`),
    ];
  });
  await sql`
    update relationships set ${sql.join(cleared)}, a_crush_about = null, b_crush_about = null,
      orphaned_at = case
        when (select count(*) from members where members.id in (member_a_id, member_b_id) and status = 'deleted') > 1 then null
        when matched_at is not null and ended_at is null and last_sequence > 0 then clock_timestamp()
        else orphaned_at end,
      ended_at = coalesce(ended_at, (select deleted_at from members where members.id = ${memberId}), clock_timestamp()),
      emptied_at = ${emptiedSql}
    where id = ${anyOf(ids)}`.execute(tx);
}

/** Of some relationships of a member: whether the other side is deleted, or can still report the member. */
export async function findRemaining(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<{ id: string; is_other_deleted: boolean; is_reportable: boolean }[]> {
  const { rows } = await sql<{ id: string; is_other_deleted: boolean; is_reportable: boolean }>`
    select relationship_id as id, members.status = 'deleted' as is_other_deleted, ${canReportSql} as is_reportable
    from relationship_sides join members on members.id = other_id
    where member_id = ${memberId} and relationship_id = ${anyOf(ids)}`.execute(tx);
  return rows;
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
 * Retains the blocks in some relationships of a member who has deleted their account, if they have an identity. Needs the
 * relationships' locks.
 */
export async function retainBlocks(tx: Tx, memberId: string, ids: readonly string[], months: number): Promise<void> {
  await sql`
    insert into retained_blocks as known (blocker_id, blocked_id, inherited, listed, kept_until)
    select member_id, other_id, is_my_block_inherited, is_my_block_listed, now() + make_interval(months => ${months})
    from relationship_sides
    where i_blocked_at is not null and relationship_id = ${anyOf(ids)}
      and exists (select 1 from identities where identities.member_id = ${memberId})
    on conflict (blocker_id, blocked_id) do update set kept_until = excluded.kept_until`.execute(tx);
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
