import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { eraseAccount } from "#server/modules/account-deletion/account-deletion.service.ts";
import { findMember } from "#server/modules/admin/admin.repo.ts";
import type { StatusChange } from "#server/modules/admin/status-log.service.ts";
import { type OperatorAction, recordAction } from "#server/modules/audit/audit.service.ts";
import { findSuspension } from "#server/modules/members/members.queries.ts";
import { liftInTransaction, suspendInTransaction } from "#server/modules/suspensions/suspensions.service.ts";

/** Numbers of members that a restore has changed. */
export interface ReplaySummary {
  readonly deleted: number;
  readonly suspended: number;
  readonly lifted: number;
}

async function suspendAgain(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  id: string,
  until: Date | null,
): Promise<boolean> {
  if (until && until <= ctx.now()) return false;
  const was = await findSuspension(tx, id);
  // The log does not hold the message to the member.
  const terms = { until, memberMessage: was?.memberMessage ?? "" };
  const { change } = await suspendInTransaction(ctx, tx, by, id, { terms, ifSuspended: "change" });
  return change !== "same";
}

async function replayOne(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  { id, event, until }: StatusChange,
): Promise<boolean> {
  const member = await findMember(tx, "members.id", id);
  if (!member || member.status === "deleted") return false;
  switch (event) {
    case "deleted":
      await eraseAccount(ctx, tx, id, undefined);
      await recordAction(tx, by, { action: "delete", target: id });
      return true;
    case "suspended":
      return suspendAgain(ctx, tx, by, id, until === null ? null : new Date(until));
    case "lifted":
      return (await liftInTransaction(ctx, tx, by, id)) !== undefined;
  }
}

/** Repeats deletions, suspensions and lifted suspensions that happened after the backup. Idempotent. */
export async function replayStatusLog(
  ctx: Context,
  by: OperatorAction,
  changes: readonly StatusChange[],
): Promise<ReplaySummary> {
  const replayed = { deleted: 0, suspended: 0, lifted: 0 };
  const action = { ...by, reason: by.reason || "replayed after a restore" };
  for (const change of changes)
    if (await ctx.transact((tx) => replayOne(ctx, tx, action, change))) replayed[change.event]++;
  return replayed;
}
