import { type Item, type Payments, UnknownCustomer } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import { isDatabaseAway, sqlState } from "#server/db/client.ts";
import { AppError, notThere } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { holdGone, holdMembers } from "#server/modules/members/members.service.ts";
import { isPaused, requireUnpaused } from "#server/modules/payments/holds.service.ts";
import { forgetBuyer } from "#server/modules/payments/leaving.service.ts";
import { findOpenMembershipCheckout } from "#server/modules/payments/memberships.repo.ts";
import {
  deleteCustomer,
  findCustomer,
  insertCheckout,
  insertCustomer,
  setSession,
} from "#server/modules/payments/payments.repo.ts";
import { walletOf } from "#server/modules/wallet/wallet.service.ts";

/** @throws AppError payments_disabled */
export function paymentsOf(ctx: Context): Payments {
  if (!ctx.payments) throw new AppError("payments_disabled");
  return ctx.payments;
}

/** What the provider was asked for. @throws AppError payment_provider_unavailable, and the log says why */
export async function ask<T>(ctx: Context, question: Promise<T>): Promise<T> {
  return question.catch((error: unknown) => {
    if (error instanceof AppError || isDatabaseAway(error) || sqlState(error) !== undefined) throw error;
    ctx.log.error({ err: error }, "the payment provider");
    throw new AppError("payment_provider_unavailable");
  });
}

async function customerOf(ctx: Context, payments: Payments, memberId: string): Promise<string> {
  const known = await findCustomer(ctx.db, memberId);
  if (known) return known.provider_id;
  const id = await payments.createCustomer(memberId);
  await ctx.transact(async (tx) => {
    await holdMembers(tx, memberId);
    await insertCustomer(tx, memberId, id);
  });
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
export async function openCheckout(
  ctx: Context,
  { memberId, site }: Buyer,
  { item, packId, crushes, back }: Order,
): Promise<string> {
  const payments = paymentsOf(ctx);
  const wallet = await walletOf(ctx.db, memberId);
  const { kind, amount } = item;
  const made = newId();
  await ctx.transact(async (tx) => {
    await holdMembers(tx, memberId);
    await requireUnpaused(tx, memberId);
    await insertCheckout(tx, { id: made, wallet_id: wallet.id, kind, pack_id: packId, crushes, amount });
  });
  const id = kind === "membership" ? ((await findOpenMembershipCheckout(ctx.db, wallet.id))?.id ?? made) : made;
  const at = (state: string) => `${site}/profile?${back.replace("{state}", state)}`;
  const order = {
    reference: id,
    item,
    successUrl: `${at("success")}&session_id={session}`,
    cancelUrl: at("cancelled"),
  };
  const session = await ask(ctx, openSession(ctx, payments, memberId, order));
  const { url, isHeld } = await ctx.transact(async (tx) => {
    const isGone = await holdGone(tx, memberId);
    // Of two that were begun at once the first page is kept, and nobody is shown the other.
    const kept = await setSession(tx, id, session.id, session.url);
    if (isGone) await forgetBuyer(ctx, tx, memberId);
    // A payment was disputed meanwhile: nobody may pay at this page.
    const held = !isGone && (await isPaused(tx, memberId));
    if (held) await ctx.jobs.send(tx, "stop-charges", { memberId });
    return { url: isGone ? undefined : kept, isHeld: held };
  });
  if (isHeld) throw new AppError("payments_paused");
  if (url === undefined) throw notThere();
  return url;
}

/** Who buys, and the site that they came from and go back to. */
export interface Buyer {
  readonly memberId: string;
  readonly site: string;
}
