import type { PaymentState } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { FORMER_MONTHS } from "#server/modules/identities/identities.policy.ts";
import { noteDisputed, siblingsOf } from "#server/modules/identities/identities.service.ts";
import { sharePresent } from "#server/modules/members/members.service.ts";
import {
  type DisputeRow,
  type DisputeState,
  deleteHolds,
  deleteOldHolds,
  findDisputes,
  findHolding,
  insertHolds,
  lockDispute,
  setResolved,
  upsertDispute,
} from "#server/modules/payments/disputes.repo.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

export type { DisputeRow };

/** A payment with who made it. */
export interface Paid {
  readonly paymentId: string;
  readonly memberId: string;
  readonly kind: "pack" | "membership";
}

const OUTCOMES = { open: "disputed", lost: "dispute_lost", won: "dispute_won" } as const;

/**
 * Notes what the provider says of a payment's dispute. While a bank has the money, or has it for good, the account that paid
 * and other accounts of the same person can neither buy nor send for free, until the dispute is won or an operator resolves
 * it. Needs the member's lock.
 */
export async function noteDispute(
  ctx: Context,
  tx: Tx,
  { paymentId, memberId, kind, hasGone }: Paid & { readonly hasGone: boolean },
  { dispute, card }: PaymentState,
): Promise<void> {
  const known = await lockDispute(tx, paymentId);
  const state: DisputeState = dispute ?? "won";
  if (!known && dispute === null) return;
  if (known?.state === state) return;
  await upsertDispute(tx, { payment_id: paymentId, member_id: memberId, kind, state });
  const isResolved = known !== undefined && known.state !== "won" && known.resolved_at !== null;
  if (state === "won") await release(tx, paymentId);
  else if (!isResolved) await hold(ctx, tx, paymentId, memberId);
  // Banks take their time: the account may have ended long before.
  if (hasGone) await noteDisputed(ctx, tx, memberId, state === "won" || isResolved ? undefined : { card });
  const outcome = OUTCOMES[state];
  await recordSecurityEvent(ctx, tx, { kind: "payment", outcome, memberId, details: { payment: paymentId, of: kind } });
  const line = { member: memberId, payment: paymentId, of: kind, state };
  tx.afterCommit(() => ctx.log.warn(line, "payment dispute changed"));
}

/** What may still be charged ends by a job: nobody waits for the provider, which may be away. */
async function hold(ctx: Context, tx: Tx, paymentId: string, memberId: string): Promise<void> {
  const siblings = await sharePresent(tx, await siblingsOf(tx, memberId));
  const held = [memberId, ...siblings];
  await insertHolds(tx, paymentId, held);
  for (const id of held) {
    tx.emit(id, "subscription_changed", {});
    await ctx.jobs.send(tx, "stop-charges", { memberId: id });
  }
}

async function release(tx: Tx, paymentId: string): Promise<void> {
  for (const id of await deleteHolds(tx, paymentId)) tx.emit(id, "subscription_changed", {});
}

/** Disputes because of which an account is held, the oldest first; or all, the newest first. */
export const listDisputes = (db: Db, all: boolean, limit: number): Promise<DisputeRow[]> =>
  findDisputes(db, { all, limit });

/** The disputes because of which a member's payments are held. */
export const holdingDisputes = (db: Db, memberId: string): Promise<DisputeRow[]> => findHolding(db, memberId);

/**
 * Lets an account pay again in spite of a dispute, with those that are held for the same.
 * @returns whose the payment was, or undefined where there is no dispute that holds anybody
 */
export async function resolveDispute(tx: Tx, paymentId: string): Promise<string | undefined> {
  const known = await lockDispute(tx, paymentId);
  if (!known || known.state === "won" || known.resolved_at !== null) return undefined;
  await setResolved(tx, paymentId);
  await release(tx, paymentId);
  return known.member_id;
}

/** Forgets the holds of members who have gone long ago. */
export const sweepHolds = (tx: Tx): Promise<void> => deleteOldHolds(tx, FORMER_MONTHS);
