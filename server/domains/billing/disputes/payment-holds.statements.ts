import type { Context } from "#server/context.ts";
import { findSiblings } from "#server/domains/accounts/identities/identities.queries.ts";
import { copyHolds, deleteHolds, insertHolds } from "#server/domains/billing/disputes/disputes.repo.ts";
import { clearStoppedBySuspension } from "#server/domains/billing/subscriptions/subscriptions.repo.ts";
import { lockExistingShared } from "#server/domains/members/members.service.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** A job stops further charges, because the provider may be unavailable. */
async function notifyHeld(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  tx.emit(memberId, "subscription_changed", {});
  // Only a new order ends what a dispute has stopped, also if a suspension had stopped it before.
  await clearStoppedBySuspension(tx, memberId);
  await ctx.jobs.send(tx, "adjust-charges", { memberId });
}

export async function placeHolds(ctx: Context, tx: Tx, paymentId: string, memberId: string): Promise<void> {
  const siblings = await lockExistingShared(tx, await findSiblings(tx, memberId));
  const held = [memberId, ...siblings];
  await insertHolds(tx, paymentId, held);
  for (const id of held) await notifyHeld(ctx, tx, id);
}

export async function releaseHolds(tx: Tx, paymentId: string): Promise<void> {
  for (const id of await deleteHolds(tx, paymentId)) tx.emit(id, "subscription_changed", {});
}

/** Needs the locks of all accounts. */
export async function shareHolds(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  for (const memberId of await copyHolds(tx, ids)) await notifyHeld(ctx, tx, memberId);
}
