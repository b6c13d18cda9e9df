import type { Context } from "#server/context.ts";
import { findCheckoutBySession } from "#server/domains/billing/payments/checkouts.queries.ts";
import { fulfillSession } from "#server/domains/billing/payments/fulfillment.service.ts";
import { AppError } from "#server/errors.ts";
import { findTestSession, payTestSession } from "#server/platform/adapters/test-payments.repo.ts";

/** Replaces the provider's payment page if none is configured. No money moves. */

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, "");

async function findOwnTestCheckout(ctx: Context, memberId: string, sessionId: string) {
  const { payments: provider } = ctx;
  if (provider?.mode !== "test") throw new AppError("not_found");
  const checkout = await findCheckoutBySession(ctx.db, sessionId, memberId);
  const session = checkout && (await findTestSession(ctx.db, sessionId));
  if (!session) throw new AppError("not_found");
  return { provider, session, crushes: checkout.crushes };
}

/** @throws AppError not_found */
export async function readTestCheckout(ctx: Context, memberId: string, sessionId: string) {
  const { session, crushes } = await findOwnTestCheckout(ctx, memberId, sessionId);
  const { name, amount_cents: amountCents, monthly, state, cancel_url } = session;
  return { name, crushes, amountCents, monthly, state, cancelUrl: pathOf(cancel_url) };
}

/**
 * Once. There is no webhook, so it is fulfilled at once, in case the buyer closes the page.
 * @throws AppError not_found, checkout_closed if it is paid or expired
 */
export async function payTestCheckout(
  ctx: Context,
  memberId: string,
  sessionId: string,
  country: string | undefined,
): Promise<{ url: string }> {
  const { provider, session } = await findOwnTestCheckout(ctx, memberId, sessionId);
  if (!(await payTestSession(ctx.db, session.id, country ?? null))) throw new AppError("checkout_closed");
  await fulfillSession(ctx, provider, session.id);
  return { url: pathOf(session.success_url) };
}
