import type { Context } from "#server/context.ts";
import { recordDisputed } from "#server/domains/accounts/identities/identities.service.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import type { DisputeState } from "#server/domains/billing/disputes/disputes.queries.ts";
import { lockDispute, updateDisputeResolved, upsertDispute } from "#server/domains/billing/disputes/disputes.repo.ts";
import { placeHolds, releaseHolds } from "#server/domains/billing/disputes/payment-holds.statements.ts";
import { isPaymentHeld } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { AppError } from "#server/errors.ts";
import type { PaymentState } from "#server/platform/adapters/payments.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

export interface MemberPayment {
  readonly paymentId: string;
  readonly memberId: string;
  readonly kind: "package" | "subscription";
}

const OUTCOMES = { open: "disputed", lost: "dispute_lost", won: "dispute_won" } as const;

/**
 * Until the dispute is won or an operator resolves it, the account that paid and other accounts of the same person can
 * neither buy nor send for free. Needs the member's lock.
 */
export async function recordDispute(
  ctx: Context,
  tx: Tx,
  { paymentId, memberId, kind, isDeleted }: MemberPayment & { readonly isDeleted: boolean },
  { dispute, card }: PaymentState,
): Promise<void> {
  const known = await lockDispute(tx, paymentId);
  const state: DisputeState = dispute ?? "won";
  if (!known && dispute === null) return;
  if (known?.state === state) return;
  await upsertDispute(tx, { payment_id: paymentId, member_id: memberId, kind, state });
  const isResolved = known !== undefined && known.state !== "won" && known.resolved_at !== null;
  if (state === "won") await releaseHolds(tx, paymentId);
  else if (!isResolved) await placeHolds(ctx, tx, paymentId, memberId);
  // Disputes take months: the account may be deleted by now.
  if (isDeleted) await recordDisputed(ctx, tx, memberId, state === "won" || isResolved ? undefined : { card });
  else if (state === "open")
    await ctx.jobs.send(tx, "attach-fraud-signal", { memberId, source: `dispute:${paymentId}` });
  const outcome = OUTCOMES[state];
  await recordSecurityEvent(ctx, tx, { kind: "payment", outcome, memberId, details: { payment: paymentId, of: kind } });
  const fields = { member: memberId, payment: paymentId, of: kind, state };
  tx.afterCommit(() => ctx.log.warn(fields, "payment dispute changed"));
}

/** @throws AppError payments_paused */
export async function assertPaymentsNotHeld(db: Db, memberId: string): Promise<void> {
  if (await isPaymentHeld(db, memberId)) throw new AppError("payments_paused");
}

/** @returns the member who paid, or undefined if the dispute holds no account */
export async function resolveDispute(tx: Tx, paymentId: string): Promise<string | undefined> {
  const known = await lockDispute(tx, paymentId);
  if (!known || known.state === "won" || known.resolved_at !== null) return undefined;
  await updateDisputeResolved(tx, paymentId);
  await releaseHolds(tx, paymentId);
  return known.member_id;
}
