import { findTestSession, payTestSession } from "#server/adapters/test-payments.repo.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { findCheckoutBySession } from "#server/modules/payments/payments.repo.ts";
import { settleSession } from "#server/modules/payments/settling.service.ts";

/** The part of a payment provider that a buyer sees, where none is set: one's own checkout, and no money. */

/** A path of ours, whatever site it was made for. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, "");

async function findOwn(ctx: Context, memberId: string, sessionId: string) {
  const { payments } = ctx;
  if (payments?.mode !== "test") throw new AppError("not_found");
  const checkout = await findCheckoutBySession(ctx.db, sessionId, memberId);
  const session = checkout && (await findTestSession(ctx.db, sessionId));
  if (!session) throw new AppError("not_found");
  return { payments, session, crushes: checkout.crushes };
}

/** @throws AppError not_found */
export async function readTestCheckout(ctx: Context, memberId: string, sessionId: string) {
  const { session, crushes } = await findOwn(ctx, memberId, sessionId);
  const { name, amount, monthly, state, cancel_url } = session;
  return { name, crushes, amount, monthly, state, cancelUrl: pathOf(cancel_url) };
}

/**
 * Pays, once, and leads back. No webhook tells of it, so what is paid is granted at once: whoever closes the page now has it.
 * @throws AppError not_found, checkout_closed where somebody has paid already or nobody can any more
 */
export async function payTestCheckout(ctx: Context, memberId: string, sessionId: string): Promise<{ url: string }> {
  const { payments, session } = await findOwn(ctx, memberId, sessionId);
  if (!(await payTestSession(ctx.db, session.id))) throw new AppError("checkout_closed");
  await settleSession(ctx, payments, session.id);
  return { url: pathOf(session.success_url) };
}
