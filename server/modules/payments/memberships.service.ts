import { SUBSCRIPTION_PRICE } from "#contract/catalog.ts";
import type { Payments } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { requireUnpaused } from "#server/modules/payments/holds.service.ts";
import {
  findGoingMemberships,
  findJustEnded,
  findOpenMembershipCheckout,
} from "#server/modules/payments/memberships.repo.ts";
import { ask, type Buyer, openCheckout, paymentsOf } from "#server/modules/payments/opening.service.ts";
import { setExpired } from "#server/modules/payments/payments.repo.ts";
import { settleSession, settleSubscription } from "#server/modules/payments/settling.service.ts";
import { membershipsOf, walletOf } from "#server/modules/wallet/wallet.service.ts";

/** Who does it each minute may be late, and telling again is no harm. */
const JUST_MINUTES = 3;

/** Tells members' devices of memberships that have just come to their end: nobody else says so, and they ask anew. */
export const tellEnded = (ctx: Context): Promise<void> =>
  ctx.transact(async (tx) => {
    for (const memberId of await findJustEnded(tx, JUST_MINUTES)) tx.emit(memberId, "subscription_changed", {});
  });

/** A member's memberships that may still cost money, as was last heard of them: for an operator, who has to know. */
export const goingMemberships = async (db: Db, memberId: string) =>
  (await findGoingMemberships(db, memberId)).map(({ provider_id, ends, period_end }) => ({
    providerId: provider_id,
    ends,
    periodEnd: period_end,
  }));

/**
 * Begins to buy the membership. Whoever begins twice, as in two tabs, comes to the same page and can pay once.
 * @throws AppError already_subscribed, payments_disabled, payments_paused, payment_provider_unavailable
 */
export async function buyMembership(ctx: Context, buyer: Buyer): Promise<{ url: string }> {
  const payments = paymentsOf(ctx);
  const { memberId } = buyer;
  await requireUnpaused(ctx.db, memberId);
  const isMember = async () => (await membershipsOf(ctx.db, memberId)).length > 0;
  const wallet = await walletOf(ctx.db, memberId);
  const open = await findOpenMembershipCheckout(ctx.db, wallet.id);
  if (open?.session_id && open.url) {
    const session = await ask(ctx, payments.findSession(open.session_id));
    if (session?.state === "unpaid") throw new AppError("already_subscribed", "Your payment is still on its way.");
    if (session?.state === "open" && !(await isMember())) return { url: open.url };
    if (session) await ask(ctx, settleSession(ctx, payments, session.id));
    else await ctx.transact((tx) => setExpired(tx, open.id));
  }
  await settleGoing(ctx, payments, memberId);
  if (await isMember()) throw new AppError("already_subscribed");
  const url = await openCheckout(ctx, buyer, {
    item: { kind: "membership", name: "Unlimited membership", amount: SUBSCRIPTION_PRICE },
    packId: null,
    crushes: 0,
    back: "subscription={state}",
  });
  return { url };
}

/**
 * Before a membership is sold: those that are known here are asked about, and one that gives nothing any more but may
 * still cost money is ended.
 */
async function settleGoing(ctx: Context, payments: Payments, memberId: string): Promise<void> {
  const going = await findGoingMemberships(ctx.db, memberId);
  for (const { provider_id: id } of going) await ask(ctx, settleSubscription(ctx, payments, id));
  const usable = new Set((await membershipsOf(ctx.db, memberId)).map((one) => one.provider_id));
  for (const { provider_id: id } of await findGoingMemberships(ctx.db, memberId)) {
    if (usable.has(id)) continue;
    await ask(ctx, payments.end(id));
    await ask(ctx, settleSubscription(ctx, payments, id));
  }
}

/** Tells the provider; what it refuses because the membership is over there is no error. */
async function tellEnds(ctx: Context, payments: Payments, memberId: string, id: string, ends: boolean): Promise<void> {
  const refused = await payments.setEnds(id, ends).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  await settleSubscription(ctx, payments, id);
  const isGoing = (await findGoingMemberships(ctx.db, memberId)).some(({ provider_id }) => provider_id === id);
  if (refused && isGoing) throw refused.error;
}

/**
 * Lets the membership end with its period, or go on. Whoever pays for two, by whatever mishap, ends both; and one that
 * gives nothing while its renewal is not paid is ended, too.
 * @throws AppError not_subscribed, payments_disabled, payment_provider_unavailable; payments_paused where it shall go on
 */
export async function setMembershipEnds(ctx: Context, memberId: string, ends: boolean) {
  const payments = paymentsOf(ctx);
  if (!ends) await requireUnpaused(ctx.db, memberId);
  const [best] = await membershipsOf(ctx.db, memberId);
  const going = await findGoingMemberships(ctx.db, memberId);
  const meant = ends ? going.filter((one) => !one.ends) : going.filter((one) => one.provider_id === best?.provider_id);
  for (const { provider_id } of meant) await ask(ctx, tellEnds(ctx, payments, memberId, provider_id, ends));
  const [now] = await membershipsOf(ctx.db, memberId);
  if (!now) throw new AppError("not_subscribed");
  const message = now.ends
    ? "Your membership is cancelled. You keep it until the end of the period."
    : "Your membership goes on.";
  return { endsAt: now.period_end.toISOString(), message };
}
