import { findTestSession, payTestSession } from "#server/adapters/test-payments.repo.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { findCheckoutBySession } from "#server/modules/payments/payments.repo.ts";

/** The part of a payment provider that a buyer sees, where none is set: one's own checkout, and no money. */

/** A path of ours, whatever site it was made for. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, "");

async function findOwn(ctx: Context, memberId: string, sessionId: string) {
  const mine = ctx.payments?.mode === "test" && (await findCheckoutBySession(ctx.db, sessionId, memberId));
  const session = mine ? await findTestSession(ctx.db, sessionId) : undefined;
  if (!session) throw new AppError("not_found");
  return session;
}

/** @throws AppError not_found */
export async function readTestCheckout(ctx: Context, memberId: string, sessionId: string) {
  const { name, amount, monthly, state, cancel_url } = await findOwn(ctx, memberId, sessionId);
  return { name, amount, monthly, state, cancelUrl: pathOf(cancel_url) };
}

/** Pays, once, and leads back. @throws AppError not_found */
export async function payTestCheckout(ctx: Context, memberId: string, sessionId: string): Promise<{ url: string }> {
  const session = await findOwn(ctx, memberId, sessionId);
  await payTestSession(ctx.db, session.id);
  return { url: pathOf(session.success_url) };
}
