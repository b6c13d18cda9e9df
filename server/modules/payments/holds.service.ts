import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { copyHolds, hasHold } from "#server/modules/payments/disputes.repo.ts";

/** Whether a member can neither buy nor send for free, because a payment is disputed and that is not settled. */
export const isPaused = (db: Db, memberId: string): Promise<boolean> => hasHold(db, memberId);

/** @throws AppError payments_paused */
export async function requireUnpaused(db: Db, memberId: string): Promise<void> {
  if (await isPaused(db, memberId)) throw new AppError("payments_paused");
}

/** Holds the payments of all of several accounts of one person, as those of any of them are. Needs the hold on all. */
export async function shareHolds(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  for (const memberId of await copyHolds(tx, ids)) {
    tx.emit(memberId, "subscription_changed", {});
    await ctx.jobs.send(tx, "stop-charges", { memberId });
  }
}
