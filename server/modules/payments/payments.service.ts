import { PACKAGES } from "#contract/catalog.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { requireUnpaused } from "#server/modules/payments/holds.service.ts";
import { ask, type Buyer, openCheckout, paymentsOf } from "#server/modules/payments/opening.service.ts";
import {
  countOpenPacks,
  findCheckoutBySession,
  findUntoldCheckouts,
  tellCheckout,
} from "#server/modules/payments/payments.repo.ts";
import { settleSession } from "#server/modules/payments/settling.service.ts";
import { walletOf } from "#server/modules/wallet/wallet.service.ts";

/** Pages that somebody has opened within a day and not paid at; each is asked about for a while. */
const OPEN_PACKS_MAX = 30;

/**
 * Begins to buy a pack. What it costs is in our catalog; a browser that thinks otherwise is told.
 * @throws AppError invalid, payments_disabled, payments_paused, payment_provider_unavailable
 */
export async function buyPack(
  ctx: Context,
  buyer: Buyer,
  { packageId, crushes, amount }: { packageId: string; crushes?: number | undefined; amount?: number | undefined },
): Promise<{ url: string }> {
  paymentsOf(ctx);
  const pack = PACKAGES.find(({ id }) => id === packageId);
  if (!pack) throw AppError.field("invalid", "packageId", "There is no such package");
  if (crushes !== undefined && crushes !== pack.crushes) {
    throw AppError.field("invalid", "crushes", `The ${pack.name} has ${pack.crushes} crushes`);
  }
  if (amount !== undefined && Math.round(amount * 100) !== pack.price) {
    throw AppError.field("invalid", "amount", "The price has changed. Please reload the page.");
  }
  await requireUnpaused(ctx.db, buyer.memberId);
  const { id: walletId } = await walletOf(ctx.db, buyer.memberId);
  if ((await countOpenPacks(ctx.db, walletId)) >= OPEN_PACKS_MAX) throw new AppError("checkout_rate_limit");
  const url = await openCheckout(ctx, buyer, {
    item: { kind: "pack", name: `${pack.name}: ${pack.crushes} crushes`, amount: pack.price },
    packId: pack.id,
    crushes: pack.crushes,
    back: `payment={state}&crushes=${pack.crushes}`,
  });
  return { url };
}

/** Back from paying: grants what is paid, if nobody has yet, and says how it stands. @throws AppError not_found, payment_provider_unavailable */
export async function confirmCheckout(ctx: Context, memberId: string, sessionId: string) {
  const payments = paymentsOf(ctx);
  const before = await findCheckoutBySession(ctx.db, sessionId, memberId);
  if (!before) throw new AppError("not_found");
  // What is granted needs no asking: the provider may be away just now.
  if (before.state !== "granted") await ask(ctx, settleSession(ctx, payments, sessionId));
  const checkout = await ctx.transact((tx) => tellCheckout(tx, sessionId, memberId));
  if (!checkout) throw new AppError("not_found");
  const { balance } = await walletOf(ctx.db, memberId);
  const { state, isNews, kind, crushes, amount } = checkout;
  return { state, isNews, kind, crushes, amount, balance };
}

/** More than these nobody has on their way. */
const UNTOLD_MAX = 20;

/** A member's payments of which there is something to tell, the latest first. */
export async function listCheckouts(ctx: Context, memberId: string) {
  const untold = await findUntoldCheckouts(ctx.db, memberId, UNTOLD_MAX);
  return { checkouts: untold.map(({ session_id: sessionId, state, kind }) => ({ sessionId, state, kind })) };
}
