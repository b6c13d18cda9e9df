import { ATTACHMENT_COST, CRUSH_COST, FREE_CRUSHES, LOW_BALANCE, PAGE_SIZE } from "#contract/limits.ts";
import type { Page } from "#contract/schemas.ts";
import type { Wallet } from "#contract/wallet.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId, newTimeId } from "#server/lib/ids.ts";
import { tellLowBalance } from "#server/modules/notifications/telling.service.ts";
import { presentEntry } from "#server/modules/wallet/wallet.present.ts";
import {
  countSpent,
  deleteOldWelcomeClaims,
  findActiveMemberships,
  findEntries,
  findWallet,
  insertEntries,
  insertEntry,
  insertWallet,
  insertWelcomeClaim,
  lockBoth,
  lockPaidCrushes,
  lockWallet,
  lockWalletById,
} from "#server/modules/wallet/wallet.repo.ts";

/** What the free crushes of a new wallet are booked under. */
const WELCOME = "signup";
/** A mailbox gets the free crushes once in so many months. */
const WELCOME_MONTHS = 12;

/** Tells a member's devices of a balance, and that it has become low where it has. */
async function tellBalance(tx: Tx, memberId: string, { before, balance }: { before: number; balance: number }) {
  tx.emit(memberId, "balance_changed", { balance });
  if (before >= LOW_BALANCE && balance < LOW_BALANCE) await tellLowBalance(tx, memberId, balance);
}

/** Opens a new member's wallet and puts the free crushes in. */
export async function openWallet(tx: Tx, memberId: string): Promise<void> {
  await insertWallet(tx, newId(), memberId);
  await giveBonus(tx, memberId, FREE_CRUSHES, WELCOME);
}

/**
 * Lets a member keep the free crushes if their mailbox has had none for a year; otherwise what is left of them goes. Asked
 * when the address is confirmed, not at signup: what an account begins with tells nobody whether an address was here before.
 * Of two that come at once one keeps them.
 * @param address the mailbox, kept as a keyed hash without a member
 * @returns how many were taken back
 */
export async function claimWelcome(ctx: Context, tx: Tx, memberId: string, address: string): Promise<number> {
  const { id, balance: before } = await lockWallet(tx, memberId);
  if (await insertWelcomeClaim(tx, ctx.keyedHash("free crushes", address), WELCOME_MONTHS)) return 0;
  // What was sent came out of the free ones first.
  const left = Math.max(0, FREE_CRUSHES - (await countSpent(tx, id)));
  const change = -Math.min(before, left);
  if (change === 0) return 0;
  const entry = { id: newTimeId(), wallet_id: id, kind: "refund", change, source: WELCOME, other_id: null } as const;
  const balance = await insertEntry(tx, entry);
  tx.emit(memberId, "balance_changed", { balance });
  return -change;
}

/** Forgets which addresses had free crushes longer ago than counts. For the hourly sweep. */
export const sweepWelcomeClaims = (tx: Tx): Promise<void> => deleteOldWelcomeClaims(tx, WELCOME_MONTHS);

/**
 * Gives credits away.
 * @param source what for; a member gets a bonus for the same thing once
 * @returns the balance after
 */
export async function giveBonus(tx: Tx, memberId: string, crushes: number, source: string): Promise<number> {
  const { id } = await lockWallet(tx, memberId);
  const entry = { id: newTimeId(), wallet_id: id, kind: "bonus", change: crushes, source, other_id: null } as const;
  const balance = await insertEntry(tx, entry);
  tx.emit(memberId, "balance_changed", { balance });
  return balance;
}

/** The two sides of a crush, and the row that it is. */
interface CrushSides {
  readonly senderId: string;
  readonly recipientId: string;
  readonly pairId: string;
}

/**
 * Books a crush: the sender's credit, and a note in the recipient's history that costs them nothing. Whoever calls holds
 * the pair's lock; both entries are unique to the pair, so nothing is booked twice.
 * @returns the sender's balance after
 * @throws AppError out_of_crushes, and then nothing is booked
 */
export async function bookCrush(tx: Tx, { senderId, recipientId, pairId }: CrushSides): Promise<number> {
  const { id, balance: before, other_id: other, is_unlimited: isFree } = await lockBoth(tx, senderId, recipientId);
  const cost = isFree ? 0 : CRUSH_COST;
  if (before < cost) throw new AppError("out_of_crushes");
  const source = `crush:${pairId}`;
  await insertEntries(tx, [
    { id: newTimeId(), wallet_id: id, kind: "sent", change: -cost, source, other_id: recipientId },
    { id: newTimeId(), wallet_id: other, kind: "received", change: 0, source, other_id: senderId },
  ]);
  const balance = before - cost;
  await tellBalance(tx, senderId, { before, balance });
  return balance;
}

/**
 * Gives back what crushes on somebody who goes have cost, where they were never answered.
 * @param crushes at most one of each sender
 */
export async function giveBackCrushes(
  tx: Tx,
  recipientId: string,
  crushes: readonly Omit<CrushSides, "recipientId">[],
): Promise<void> {
  const wanted = crushes.map(({ senderId, pairId }) => ({ senderId, source: `crush:${pairId}` }));
  const paid = await lockPaidCrushes(tx, wanted);
  if (paid.length === 0) return;
  await insertEntries(
    tx,
    paid.map(({ id, source, paid: change }) => {
      return { id: newTimeId(), wallet_id: id, kind: "refund", change, source, other_id: recipientId };
    }),
  );
  for (const { member_id, balance, paid: change } of paid) {
    tx.emit(member_id, "balance_changed", { balance: balance + change });
  }
}

/**
 * Books a picture in a chat: the sender's credit, once for each message.
 * @returns the sender's balance after
 * @throws AppError attachment_out_of_crushes, and then nothing is booked
 */
export async function bookImage(
  tx: Tx,
  { senderId, recipientId, messageId }: { senderId: string; recipientId: string; messageId: string },
): Promise<number> {
  const { id, balance: before, is_unlimited: isFree } = await lockBoth(tx, senderId, recipientId);
  const cost = isFree ? 0 : ATTACHMENT_COST;
  if (before < cost) throw new AppError("attachment_out_of_crushes");
  const entry = { wallet_id: id, kind: "sent", source: `image:${messageId}`, other_id: recipientId } as const;
  const balance = await insertEntry(tx, { id: newTimeId(), ...entry, change: 0 - cost });
  await tellBalance(tx, senderId, { before, balance });
  return balance;
}

/** Whether a picture could be paid for now; what is booked later decides. @throws AppError attachment_out_of_crushes */
export async function requireImageCredit(db: Db, memberId: string): Promise<void> {
  const [{ balance }, memberships] = await Promise.all([findWallet(db, memberId), findActiveMemberships(db, memberId)]);
  if (balance < ATTACHMENT_COST && memberships.length === 0) throw new AppError("attachment_out_of_crushes");
}

/** A member's wallet as it is now. */
export const walletOf = (db: Db, memberId: string) => findWallet(db, memberId);

/** The memberships that a member may use now: one that goes on before one that ends, the longest first. */
export const membershipsOf = (db: Db, memberId: string) => findActiveMemberships(db, memberId);

/** Whose wallet it is, where they are still there. */
interface Owned {
  readonly walletId: string;
  readonly memberId: string | null;
}

/** Puts bought credits in, once for each checkout. */
export async function bookPurchase(
  tx: Tx,
  { walletId, memberId, crushes, checkoutId }: Owned & { crushes: number; checkoutId: string },
): Promise<void> {
  await lockWalletById(tx, walletId);
  const source = `checkout:${checkoutId}`;
  const entry = { wallet_id: walletId, kind: "purchased", change: crushes, source, other_id: null } as const;
  const balance = await insertEntry(tx, { id: newTimeId(), ...entry });
  if (memberId) tx.emit(memberId, "balance_changed", { balance });
}

/**
 * Takes out credits whose money was paid back, as far as they are there, or puts them in again.
 * @param change signed credits
 * @param source what for, once
 * @returns what was booked, signed
 */
export async function bookRefund(
  tx: Tx,
  { walletId, memberId, change: wanted, source }: Owned & { change: number; source: string },
): Promise<number> {
  const wallet = await lockWalletById(tx, walletId);
  const change = Math.max(wanted, -wallet.balance);
  if (change === 0) return 0;
  const entry = { wallet_id: walletId, kind: "refund", change, source, other_id: null } as const;
  const balance = await insertEntry(tx, { id: newTimeId(), ...entry });
  if (memberId) await tellBalance(tx, memberId, { before: wallet.balance, balance });
  return change;
}

/** The balance, a page of its history, newest first, and the membership. */
export async function readWallet(ctx: Context, memberId: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const [wallet, [membership]] = await Promise.all([
    findWallet(ctx.db, memberId),
    findActiveMemberships(ctx.db, memberId),
  ]);
  const entries = await findEntries(ctx.db, wallet.id, limit + 1, page.cursor);
  const shown = entries.slice(0, limit);
  return {
    balance: wallet.balance,
    history: shown.map(presentEntry),
    nextCursor: entries.length > limit ? (shown.at(-1)?.id ?? null) : null,
    hasActiveSubscription: membership !== undefined,
    subscriptionEndDate: membership?.period_end.toISOString() ?? null,
    subscriptionEnds: membership?.ends ?? false,
    payments: modeOf(ctx, wallet.is_held),
  };
}

const modeOf = ({ payments }: Context, isHeld: boolean): Wallet["payments"] => {
  if (!payments) return "off";
  return isHeld ? "paused" : payments.mode;
};
