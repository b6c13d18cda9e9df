import type { Tx } from "#server/db/client.ts";
import type { MemberStatus } from "#server/db/schema/tables.ts";
import { findSuspension } from "#server/modules/members/members.queries.ts";
import { deleteSuspension, lockStatus, updateStatus, upsertSuspension } from "#server/modules/members/members.repo.ts";

/** When a suspension ends, and what its member is told of the reason. */
export interface SuspensionTerms {
  /** Null if only an operator ends it. */
  readonly until: Date | null;
  /** Empty if the member is told no reason. */
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
export async function liftSuspension(tx: Tx, id: string, onlyServed = false): Promise<"active" | "hidden" | undefined> {
  if ((await lockStatus(tx, id)) !== "suspended") return undefined;
  const previous = await deleteSuspension(tx, id, onlyServed);
  if (previous === undefined && onlyServed) return undefined;
  await updateStatus(tx, id, previous ?? "active");
  return previous ?? "active";
}

/** Deletes the suspension of a member whose account is deleted. Needs their lock. */
export async function deleteSuspensionOf(tx: Tx, id: string): Promise<void> {
  await deleteSuspension(tx, id, false);
}
