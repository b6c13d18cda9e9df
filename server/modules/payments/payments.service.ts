import { MEMBERSHIP_PRICE, PACKS } from "#contract/catalog.ts";
import { type Item, type Payments, UnknownCustomer } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import { isDatabaseAway, sqlState } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/ids.ts";
import {
  countOpenPacks,
  deleteCustomer,
  findCheckoutBySession,
  findCustomer,
  findGoingMemberships,
  findOpenMembershipCheckout,
  findUntoldCheckouts,
  insertCheckout,
  insertCustomer,
  setExpired,
  setSession,
  tellCheckout,
} from "#server/modules/payments/payments.repo.ts";
import { settleSession, settleSubscription } from "#server/modules/payments/settling.service.ts";
import { membershipsOf, walletOf } from "#server/modules/wallet/wallet.service.ts";

/** @throws AppError payments_off */
export function paymentsOf(ctx: Context): Payments {
  if (!ctx.payments) throw new AppError("payments_off");
  return ctx.payments;
}

/** What the provider was asked for. @throws AppError payments_away, and the log says why */
export async function ask<T>(ctx: Context, question: Promise<T>): Promise<T> {
  return question.catch((error: unknown) => {
    if (error instanceof AppError || isDatabaseAway(error) || sqlState(error) !== undefined) throw error;
    ctx.log.error({ err: error }, "the payment provider");
    throw new AppError("payments_away");
  });
}

async function customerOf(ctx: Context, payments: Payments, memberId: string): Promise<string> {
  const known = await findCustomer(ctx.db, memberId);
  if (known) return known.provider_id;
  const id = await payments.createCustomer(memberId);
  await ctx.transact((tx) => insertCustomer(tx, memberId, id));
  return (await findCustomer(ctx.db, memberId))?.provider_id ?? id;
}

/** Opens a page to pay at; a customer whom the provider does not know is made anew, once. */
async function openSession(
  ctx: Context,
  payments: Payments,
  memberId: string,
  order: Omit<Parameters<Payments["openSession"]>[0], "customerId">,
  isLastTry = false,
): ReturnType<Payments["openSession"]> {
  const customerId = await customerOf(ctx, payments, memberId);
  try {
    return await payments.openSession({ ...order, customerId });
  } catch (error) {
    if (!(error instanceof UnknownCustomer) || isLastTry) throw error;
    await ctx.transact((tx) => deleteCustomer(tx, memberId, customerId));
    return openSession(ctx, payments, memberId, order, true);
  }
}

interface Order {
  readonly item: Item;
  readonly packId: string | null;
  readonly crushes: number;
  /** Where one comes back to: `{state}` in it is `success` or `cancelled`. */
  readonly back: string;
}

/** Notes what is to be bought, and only then asks the provider for a page to pay at: what is paid is never unknown here. */
async function openCheckout(
  ctx: Context,
  { memberId, site }: Buyer,
  { item, packId, crushes, back }: Order,
): Promise<string> {
  const payments = paymentsOf(ctx);
  const wallet = await walletOf(ctx.db, memberId);
  const { kind, amount } = item;
  const made = newId();
  await ctx.transact((tx) =>
    insertCheckout(tx, { id: made, wallet_id: wallet.id, kind, pack_id: packId, crushes, amount }),
  );
  const id = kind === "membership" ? ((await findOpenMembershipCheckout(ctx.db, wallet.id))?.id ?? made) : made;
  const at = (state: string) => `${site}/profile?${back.replace("{state}", state)}`;
  const order = {
    reference: id,
    item,
    successUrl: `${at("success")}&session_id={session}`,
    cancelUrl: at("cancelled"),
  };
  const session = await ask(ctx, openSession(ctx, payments, memberId, order));
  // Of two that were begun at once the first page is kept, and nobody is shown the other.
  return ctx.transact((tx) => setSession(tx, id, session.id, session.url));
}

/** Who buys, and the site that they came from and go back to. */
interface Buyer {
  readonly memberId: string;
  readonly site: string;
}

/** Pages that somebody has opened within a day and not paid at; each is asked about for a while. */
const OPEN_PACKS_MAX = 30;

/**
 * Begins to buy a pack. What it costs is in our catalog; a browser that thinks otherwise is told.
 * @throws AppError invalid, payments_off, payments_away
 */
export async function buyPack(
  ctx: Context,
  buyer: Buyer,
  { packageId, crushes, amount }: { packageId: string; crushes?: number | undefined; amount?: number | undefined },
): Promise<{ url: string }> {
  paymentsOf(ctx);
  const pack = PACKS.find(({ id }) => id === packageId);
  if (!pack) throw AppError.field("invalid", "packageId", "There is no such package");
  if (crushes !== undefined && crushes !== pack.crushes) {
    throw AppError.field("invalid", "crushes", `The ${pack.name} has ${pack.crushes} crushes`);
  }
  if (amount !== undefined && Math.round(amount * 100) !== pack.price) {
    throw AppError.field("invalid", "amount", "The price has changed. Please reload the page.");
  }
  const { id: walletId } = await walletOf(ctx.db, buyer.memberId);
  if ((await countOpenPacks(ctx.db, walletId)) >= OPEN_PACKS_MAX) throw new AppError("checkouts_too_often");
  const url = await openCheckout(ctx, buyer, {
    item: { kind: "pack", name: `${pack.name}: ${pack.crushes} crushes`, amount: pack.price },
    packId: pack.id,
    crushes: pack.crushes,
    back: `payment={state}&crushes=${pack.crushes}`,
  });
  return { url };
}

/**
 * Begins to buy the membership. Whoever begins twice, as in two tabs, comes to the same page and can pay once.
 * @throws AppError already_member, payments_off, payments_away
 */
export async function buyMembership(ctx: Context, buyer: Buyer): Promise<{ url: string }> {
  const payments = paymentsOf(ctx);
  const { memberId } = buyer;
  const isMember = async () => (await membershipsOf(ctx.db, memberId)).length > 0;
  const wallet = await walletOf(ctx.db, memberId);
  const open = await findOpenMembershipCheckout(ctx.db, wallet.id);
  if (open?.session_id && open.url) {
    const session = await ask(ctx, payments.findSession(open.session_id));
    if (session?.state === "unpaid") throw new AppError("already_member", "Your payment is still on its way.");
    if (session?.state === "open" && !(await isMember())) return { url: open.url };
    if (session) await ask(ctx, settleSession(ctx, payments, session.id));
    else await ctx.transact((tx) => setExpired(tx, open.id));
  }
  await settleGoing(ctx, payments, memberId);
  if (await isMember()) throw new AppError("already_member");
  const url = await openCheckout(ctx, buyer, {
    item: { kind: "membership", name: "Unlimited membership", amount: MEMBERSHIP_PRICE },
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
 * @throws AppError no_membership, payments_off, payments_away
 */
export async function setMembershipEnds(ctx: Context, memberId: string, ends: boolean) {
  const payments = paymentsOf(ctx);
  const [best] = await membershipsOf(ctx.db, memberId);
  const going = await findGoingMemberships(ctx.db, memberId);
  const meant = ends ? going.filter((one) => !one.ends) : going.filter((one) => one.provider_id === best?.provider_id);
  for (const { provider_id } of meant) await ask(ctx, tellEnds(ctx, payments, memberId, provider_id, ends));
  const [now] = await membershipsOf(ctx.db, memberId);
  if (!now) throw new AppError("no_membership");
  const message = now.ends
    ? "Your membership is cancelled. You keep it until the end of the period."
    : "Your membership goes on.";
  return { endsAt: now.period_end.toISOString(), message };
}

/** Back from paying: grants what is paid, if nobody has yet, and says how it stands. @throws AppError not_found, payments_away */
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
