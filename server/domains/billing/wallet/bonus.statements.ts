import { FREE_CRUSHES } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { countSpent } from "#server/domains/billing/wallet/wallet.queries.ts";
import {
  insertEntry,
  insertWallet,
  insertWelcomeClaim,
  lockWallet,
} from "#server/domains/billing/wallet/wallet.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId, newTimeOrderedId } from "#server/platform/lib/ids.ts";

/** The ledger source of a new wallet's welcome credits. */
const WELCOME = "signup";

/** A mailbox gets the welcome credits once in this many months. */
export const WELCOME_MONTHS = 12;

/** Creates a new member's wallet with the welcome credits. */
export async function openWallet(tx: Tx, memberId: string): Promise<void> {
  await insertWallet(tx, newId(), memberId);
  await grantBonus(tx, memberId, FREE_CRUSHES, WELCOME);
}

/**
 * Lets a member keep the welcome credits if their mailbox got none for a year; otherwise withdraws the unspent ones.
 * Called when the address is verified: at signup, the balance would reveal whether the address had an account before.
 * One of two concurrent claims succeeds.
 * @param address the mailbox, stored as a keyed hash without the member
 * @returns the number of withdrawn credits
 */
export async function claimWelcomeCredits(ctx: Context, tx: Tx, memberId: string, address: string): Promise<number> {
  const { id, balance: before } = await lockWallet(tx, memberId);
  if (await insertWelcomeClaim(tx, ctx.keyedHash("free crushes", address), WELCOME_MONTHS)) return 0;
  // Welcome credits are spent before others.
  const left = Math.max(0, FREE_CRUSHES - (await countSpent(tx, id)));
  const change = -Math.min(before, left);
  if (change === 0) return 0;
  const entry = { wallet_id: id, kind: "refund", change, source: WELCOME, other_id: null } as const;
  const balance = await insertEntry(tx, { id: newTimeOrderedId(), ...entry });
  tx.emit(memberId, "balance_changed", { balance });
  return -change;
}

/**
 * Adds free credits.
 * @param source the reason; a member gets one bonus for each
 * @returns the new balance
 */
export async function grantBonus(tx: Tx, memberId: string, crushes: number, source: string): Promise<number> {
  const { id } = await lockWallet(tx, memberId);
  const entry = { wallet_id: id, kind: "bonus", change: crushes, source, other_id: null } as const;
  const balance = await insertEntry(tx, { id: newTimeOrderedId(), ...entry });
  tx.emit(memberId, "balance_changed", { balance });
  return balance;
}
