import type { MemberSummary, Photo } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { presentPhotos, presentSummary, type ViewerContext } from "#server/domains/members/members.present.ts";
import {
  findCards,
  findJoined,
  findOwnPage,
  findStatus,
  findSuspension,
  isInGoodStanding,
  type PageRow,
} from "#server/domains/members/members.queries.ts";
import {
  deleteSuspension,
  lockStatus,
  lockStatuses,
  lockStatusesShared,
  updateStatus,
  upsertSuspension,
} from "#server/domains/members/members.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { MemberStatus, StatusInGoodStanding } from "#server/platform/db/schema/accounts.ts";

/** The viewer that a response is presented to. */
export const viewerContext = (ctx: Context, viewerId: string): ViewerContext => ({
  viewerId,
  photoUrls: ctx.photoUrls,
  calendarUrls: ctx.calendarUrls,
});

/** Members' cards for a viewer, in the order of `ids`, without unknown ids and deleted accounts. */
export async function presentSummaries(
  db: Db,
  ids: readonly string[],
  viewer: ViewerContext,
): Promise<MemberSummary[]> {
  const rows = new Map((await findCards(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [presentSummary(row, viewer)] : [];
  });
}

/** Whether a member joined less than `ms` milliseconds ago, or does not exist. */
export async function isNewMember(ctx: Context, id: string, ms: number): Promise<boolean> {
  const found = await findJoined(ctx.db, id);
  return !found || ctx.now().getTime() - found.joined_at.getTime() < ms;
}

/**
 * Locks members against the deletion of their accounts until the end of the transaction, shared with other transactions
 * that do so. A transaction that inserts a row for a member needs it, unless another lock of that member guards the
 * row. It is the first lock that a transaction takes, before relationships, checkouts and wallets.
 * @param me must be in good standing
 * @param others may be deleted already
 * @throws AppError unauthorized, if the own account has ended or was suspended since the request came in
 */
export async function lockMembersShared(tx: Tx, me: string, ...others: readonly string[]): Promise<void> {
  const locked = await lockStatusesShared(tx, [me, ...others]);
  if (!isInGoodStanding(locked.find(({ id }) => id === me)?.status)) throw new AppError("unauthorized");
}

/** Locks a member as `lockMembersShared` does. @returns whether they have deleted their account */
export async function lockAndCheckDeleted(tx: Tx, id: string): Promise<boolean> {
  const [locked] = await lockStatusesShared(tx, [id]);
  return locked?.status === "deleted";
}

/** Locks members as `lockMembersShared` does, with any status. @returns those who have not deleted their account */
export async function lockExistingShared(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return existingOf(await lockStatusesShared(tx, ids));
}

/** Locks members for this transaction alone. @returns those who have not deleted their account */
export async function lockExisting(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return existingOf(await lockStatuses(tx, ids));
}

const existingOf = (locked: readonly { readonly id: string; readonly status: MemberStatus }[]): Set<string> =>
  new Set(locked.filter(({ status }) => status !== "deleted").map(({ id }) => id));

/** Locks a member whose account is to be deleted, with any status. @throws AppError for a deleted one */
export async function lockMemberForDeletion(tx: Tx, id: string, error = new AppError("unauthorized")): Promise<void> {
  if ((await lockStatus(tx, id)) === "deleted") throw error;
}

/** Locks the caller's own row exclusively. @throws AppError unauthorized, as `lockMembersShared` */
export async function lockMemberExclusive(tx: Tx, id: string): Promise<void> {
  if (!isInGoodStanding(await lockStatus(tx, id))) throw new AppError("unauthorized");
}

/**
 * The data of the caller's own page. @throws AppError unauthorized, if the account was deleted since the request began
 */
export async function getOwnPage(db: Db, id: string): Promise<PageRow> {
  const page = await findOwnPage(db, id);
  if (!page) throw new AppError("unauthorized");
  return page;
}

/** The caller's own photos, the main one first. */
export const presentOwnPhotos = async (db: Db, id: string, viewer: ViewerContext): Promise<Photo[]> =>
  presentPhotos((await getOwnPage(db, id)).photos, viewer);

/** Checks again after a slow upload that the sender may still act. @throws AppError unauthorized */
export async function assertCanAct(db: Db, me: string): Promise<void> {
  if (!isInGoodStanding(await findStatus(db, me))) throw new AppError("unauthorized");
}

/** When a suspension ends, and the reason that is sent to the member. */
export interface SuspensionTerms {
  /** Null if only an operator ends it. */
  readonly until: Date | null;
  /** Empty if no reason is sent. */
  readonly memberMessage: string;
}

export interface SuspendResult {
  readonly before: MemberStatus;
  /** The terms of the suspension that existed already. */
  readonly was?: SuspensionTerms;
  readonly change: "begun" | "changed" | "same" | "refused";
}

/**
 * Suspends a member. The caller ends their sessions and reindexes them.
 * @param canChange whether a suspended member gets the new terms; otherwise their terms stay
 * @returns undefined for a deleted member
 */
export async function suspend(
  tx: Tx,
  id: string,
  terms: SuspensionTerms,
  canChange: boolean,
): Promise<SuspendResult | undefined> {
  const before = await lockStatus(tx, id);
  if (before === undefined || before === "deleted") return undefined;
  if (before !== "suspended") {
    await upsertSuspension(tx, { id, before, ...terms });
    await updateStatus(tx, id, "suspended");
    return { before, change: "begun" };
  }
  const was = (await findSuspension(tx, id)) ?? { until: null, memberMessage: "" };
  if (was.memberMessage === terms.memberMessage && was.until?.getTime() === terms.until?.getTime()) {
    return { before, was, change: "same" };
  }
  if (canChange) await upsertSuspension(tx, { id, before: "active", ...terms });
  return { before, was, change: canChange ? "changed" : "refused" };
}

/**
 * Ends a suspension and restores the status before it. The caller reindexes the member.
 * @param onlyServed whether to keep a suspension that was extended meanwhile
 * @returns the restored status, or undefined if the member is not suspended
 */
export async function liftSuspension(
  tx: Tx,
  id: string,
  onlyServed = false,
): Promise<StatusInGoodStanding | undefined> {
  if ((await lockStatus(tx, id)) !== "suspended") return undefined;
  const previous = await deleteSuspension(tx, id, onlyServed);
  if (previous === undefined && onlyServed) return undefined;
  await updateStatus(tx, id, previous ?? "active");
  return previous ?? "active";
}
