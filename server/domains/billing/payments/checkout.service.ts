import { PACKAGES } from "#contract/billing/prices.ts";
import type { Context } from "#server/context.ts";
import { assertPaymentsNotHeld } from "#server/domains/billing/disputes/disputes.service.ts";
import {
  countOpenPackageCheckouts,
  findCheckoutBySession,
  findCustomer,
  findOpenSubscriptionCheckout,
  findUnacknowledgedCheckouts,
} from "#server/domains/billing/payments/checkouts.queries.ts";
import {
  deleteCustomer,
  insertCheckout,
  insertCustomer,
  recordBuyerReturn,
  updateCheckoutSession,
} from "#server/domains/billing/payments/checkouts.repo.ts";
import { fulfillSession } from "#server/domains/billing/payments/fulfillment.service.ts";
import { forgetCustomer } from "#server/domains/billing/payments/payment-cancellation.service.ts";
import { isBuyingStopped } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { findWallet } from "#server/domains/billing/wallet/wallet.queries.ts";
import { lockAndCheckDeleted, lockMembersShared } from "#server/domains/members/members.service.ts";
import { AppError, accountEndedError } from "#server/errors.ts";
import { type CheckoutItem, type PaymentProvider, UnknownCustomerError } from "#server/platform/adapters/payments.ts";
import { isDatabaseUnavailable, sqlState } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

/** @throws AppError payments_disabled */
export function getPaymentProvider(ctx: Context): PaymentProvider {
  if (!ctx.payments) throw new AppError("payments_disabled");
  return ctx.payments;
}

/** Logs the provider's failure. @throws AppError payment_provider_unavailable */
export async function callProvider<T>(ctx: Context, request: Promise<T>): Promise<T> {
  return request.catch((error: unknown) => {
    if (error instanceof AppError || isDatabaseUnavailable(error) || sqlState(error) !== undefined) throw error;
    ctx.log.error({ err: error }, "payment provider request failed");
    throw new AppError("payment_provider_unavailable");
  });
}

async function ensureCustomer(ctx: Context, provider: PaymentProvider, memberId: string): Promise<string> {
  const known = await findCustomer(ctx.db, memberId);
  if (known) return known.provider_id;
  const id = await provider.createCustomer(memberId);
  await ctx.transact(async (tx) => {
    await lockMembersShared(tx, memberId);
    await insertCustomer(tx, memberId, id);
  });
  return (await findCustomer(ctx.db, memberId))?.provider_id ?? id;
}

/** If the provider does not know the customer, a new one is created, once. */
async function openSession(
  ctx: Context,
  provider: PaymentProvider,
  memberId: string,
  order: Omit<Parameters<PaymentProvider["openSession"]>[0], "customerId">,
  isLastTry = false,
): ReturnType<PaymentProvider["openSession"]> {
  const customerId = await ensureCustomer(ctx, provider, memberId);
  try {
    return await provider.openSession({ ...order, customerId });
  } catch (error) {
    if (!(error instanceof UnknownCustomerError) || isLastTry) throw error;
    await ctx.transact((tx) => deleteCustomer(tx, memberId, customerId));
    return openSession(ctx, provider, memberId, order, true);
  }
}

export interface Buyer {
  readonly memberId: string;
  readonly site: string;
}

interface CheckoutOrder {
  readonly item: CheckoutItem;
  readonly packageId: string | null;
  readonly crushes: number;
  /** The query of the page to return to; `{state}` in it becomes `success` or `cancelled`. */
  readonly returnQuery: string;
}

/** The checkout is stored before the page exists, so that a payment can always be matched. @returns the page's URL */
export async function openCheckout(
  ctx: Context,
  { memberId, site }: Buyer,
  { item, packageId, crushes, returnQuery }: CheckoutOrder,
): Promise<string> {
  const provider = getPaymentProvider(ctx);
  const wallet = await findWallet(ctx.db, memberId);
  const { kind, amountCents } = item;
  const newCheckoutId = newId();
  await ctx.transact(async (tx) => {
    await lockMembersShared(tx, memberId);
    await assertPaymentsNotHeld(tx, memberId);
    await insertCheckout(tx, {
      id: newCheckoutId,
      wallet_id: wallet.id,
      kind,
      package_id: packageId,
      crushes,
      amount_cents: amountCents,
    });
  });
  const open = kind === "subscription" ? await findOpenSubscriptionCheckout(ctx.db, wallet.id) : undefined;
  const id = open?.id ?? newCheckoutId;
  const returnUrl = (state: string) => `${site}/profile?${returnQuery.replace("{state}", state)}`;
  const order = {
    reference: id,
    item,
    successUrl: `${returnUrl("success")}&session_id={session}`,
    cancelUrl: returnUrl("cancelled"),
  };
  const session = await callProvider(ctx, openSession(ctx, provider, memberId, order));
  const { url, isStopped } = await ctx.transact(async (tx) => {
    const isDeleted = await lockAndCheckDeleted(tx, memberId);
    // If two subscription checkouts run at once, the first page is kept and both buyers get it.
    const kept = await updateCheckoutSession(tx, id, session.id, session.url);
    if (isDeleted) await forgetCustomer(ctx, tx, memberId);
    // A dispute or a suspension may have begun in the meantime: then this page must not be paid.
    const stopped = !isDeleted && (await isBuyingStopped(tx, memberId));
    if (stopped) await ctx.jobs.send(tx, "adjust-charges", { memberId });
    return { url: isDeleted ? undefined : kept, isStopped: stopped };
  });
  if (isStopped) throw new AppError("payments_paused");
  if (url === undefined) throw accountEndedError();
  return url;
}

/** Unpaid package checkouts a day. Each costs requests to the provider until it expires. */
const OPEN_PACKAGE_CHECKOUTS_MAX = 30;

/**
 * Contents and price come from our catalog; a browser that states others is refused.
 * @throws AppError invalid, payments_disabled, payments_paused, payment_provider_unavailable
 */
export async function buyPackage(
  ctx: Context,
  buyer: Buyer,
  { packageId, crushes, amount }: { packageId: string; crushes?: number | undefined; amount?: number | undefined },
): Promise<{ url: string }> {
  getPaymentProvider(ctx);
  const crushPackage = PACKAGES.find(({ id }) => id === packageId);
  if (!crushPackage) throw AppError.field("invalid", "packageId", "There is no such package");
  const { name } = crushPackage;
  if (crushes !== undefined && crushes !== crushPackage.crushes) {
    throw AppError.field("invalid", "crushes", `The ${name} has ${crushPackage.crushes} crushes`);
  }
  if (amount !== undefined && Math.round(amount * 100) !== crushPackage.priceCents) {
    throw AppError.field("invalid", "amount", "The price has changed. Please reload the page.");
  }
  await assertPaymentsNotHeld(ctx.db, buyer.memberId);
  const { id: walletId } = await findWallet(ctx.db, buyer.memberId);
  const open = await countOpenPackageCheckouts(ctx.db, walletId);
  if (open >= OPEN_PACKAGE_CHECKOUTS_MAX) throw new AppError("checkout_rate_limit");
  const url = await openCheckout(ctx, buyer, {
    item: { kind: "package", name: `${name}: ${crushPackage.crushes} crushes`, amountCents: crushPackage.priceCents },
    packageId,
    crushes: crushPackage.crushes,
    returnQuery: `payment={state}&crushes=${crushPackage.crushes}`,
  });
  return { url };
}

/** @throws AppError not_found, payment_provider_unavailable */
export async function confirmCheckout(ctx: Context, memberId: string, sessionId: string) {
  const provider = getPaymentProvider(ctx);
  const before = await findCheckoutBySession(ctx.db, sessionId, memberId);
  if (!before) throw new AppError("not_found");
  // A granted checkout needs no request, so it can be confirmed while the provider is unavailable.
  if (before.state !== "granted") await callProvider(ctx, fulfillSession(ctx, provider, sessionId));
  const checkout = await ctx.transact((tx) => recordBuyerReturn(tx, sessionId, memberId));
  if (!checkout) throw new AppError("not_found");
  const { balance } = await findWallet(ctx.db, memberId);
  const { state, isNews, kind, crushes, amount_cents: amountCents } = checkout;
  return { state, isNews, kind, crushes, amountCents, balance };
}

const LISTED_CHECKOUTS_MAX = 20;

/** Pending ones, and finished ones that the member has not seen, newest first. */
export async function listCheckouts(ctx: Context, memberId: string) {
  const rows = await findUnacknowledgedCheckouts(ctx.db, memberId, LISTED_CHECKOUTS_MAX);
  return { checkouts: rows.map(({ session_id: sessionId, state, kind }) => ({ sessionId, state, kind })) };
}
