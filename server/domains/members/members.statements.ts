import { type RawBuilder, sql } from "kysely";
import { type LockWait, lockWaitSql } from "#server/domains/members/relationships/relationships.statements.ts";
import { type Db, mayBeLostSql, type Tx } from "#server/platform/db/client.ts";
import type { MemberStatus, StatusInGoodStanding } from "#server/platform/db/schema/accounts.ts";

/** Inserts the bare member, to which the other rows refer. */
export async function insertMember(tx: Tx, id: string, { isDemo }: { isDemo: boolean }): Promise<void> {
  await tx.insertInto("members").values({ id, is_demo: isDemo }).execute();
}

/** Stores that members are active now. Those whom another transaction is changing are left out: the next request does it. */
export async function touchLastActive(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update members set last_active_at = now() where id in (
      select id from members where id = any(${sql.val([...ids])}::uuid[]) and deleted_at is null
      for no key update skip locked) and ${mayBeLostSql}`.execute(db);
}

const selectStatuses = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("members")
    .select(["id", "status"])
    .where("id", "in", [...ids])
    .orderBy("id");

/** Locks members against changes of their status, shared with other transactions that do so. */
export const lockStatusesShared = (tx: Tx, ids: readonly string[]) => selectStatuses(tx, ids).forShare().execute();

/**
 * Part of a statement: `locked (id, status)` locks members as `lockStatusesShared` does. @param ids a query
 * @param wait as for `lockWaitSql`
 */
export const lockSharedSql = (ids: RawBuilder<unknown>, wait: LockWait): RawBuilder<unknown> => sql`
    locked as materialized (
      select id, status from members where id in (${ids}) ${lockWaitSql(wait, "share")})`;

/** Locks members for this transaction alone. */
export const lockStatuses = (tx: Tx, ids: readonly string[]) => selectStatuses(tx, ids).forNoKeyUpdate().execute();

/** Locks a member against changes of their status, whatever it is. @returns undefined for no member */
export const lockStatus = async (tx: Tx, id: string): Promise<MemberStatus | undefined> =>
  (await lockStatuses(tx, [id]))[0]?.status;

export async function updateStatus(tx: Tx, id: string, status: MemberStatus): Promise<void> {
  await tx.updateTable("members").set({ status }).where("id", "=", id).execute();
}

/** Keeps the id and the time of the deletion, and resets the rest. */
export async function markMemberDeleted(tx: Tx, id: string): Promise<void> {
  const now = sql<Date>`now()`;
  const kept = {
    status: "deleted",
    deleted_at: now,
    joined_at: now,
    last_active_at: now,
    read_receipts: true,
    daily_set: true,
    hidden_until: null,
  } as const;
  await tx.updateTable("members").set(kept).where("id", "=", id).execute();
}

/**
 * Hides or shows a member; the search index follows by `reindexMember`. A suspended or deleted one stays as they are: this
 * must not undo what an operator has decided.
 * @param until when a hidden member is shown again; null for never
 */
export async function updateHidden(tx: Tx, id: string, hidden: boolean, until: Date | null): Promise<void> {
  await tx
    .updateTable("members")
    .set({ status: hidden ? "hidden" : "active", hidden_until: hidden ? until : null })
    .where("id", "=", id)
    .where("status", "in", ["active", "hidden"])
    .execute();
}

/** Shows a hidden member whose pause is over. @returns false for any other member */
export async function endPause(tx: Tx, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable("members")
    .set({ status: "active", hidden_until: null })
    .where("id", "=", id)
    .where("status", "=", "hidden")
    .where("hidden_until", "<=", now)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

export async function updateReadReceipts(tx: Tx, id: string, on: boolean): Promise<void> {
  await tx.updateTable("members").set({ read_receipts: on }).where("id", "=", id).execute();
}

export async function updateDailySet(tx: Tx, id: string, on: boolean): Promise<void> {
  await tx.updateTable("members").set({ daily_set: on }).where("id", "=", id).execute();
}

/** Stores a suspension. Of an existing one, changes the end and the message. */
export async function upsertSuspension(
  tx: Tx,
  suspension: { id: string; before: StatusInGoodStanding; until: Date | null; memberMessage: string },
): Promise<void> {
  const { id: member_id, before: previous_status, until: ends_at, memberMessage: member_message } = suspension;
  await tx
    .insertInto("suspensions")
    .values({ member_id, previous_status, ends_at, member_message })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ ends_at, member_message }))
    .execute();
}

/**
 * @param onlyServed whether to keep a suspension that has not ended yet
 * @returns the status before the suspension, or undefined if there was none
 */
export const deleteSuspension = async (
  tx: Tx,
  id: string,
  onlyServed: boolean,
): Promise<StatusInGoodStanding | undefined> =>
  (
    await tx
      .deleteFrom("suspensions")
      .where("member_id", "=", id)
      .$if(onlyServed, (query) => query.where("ends_at", "<=", sql<Date>`now()`))
      .returning("previous_status")
      .executeTakeFirst()
  )?.previous_status;
