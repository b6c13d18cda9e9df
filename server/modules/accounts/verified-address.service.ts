import { FREE_CRUSHES } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { findAccountById } from "#server/modules/accounts/accounts.queries.ts";
import { canonicalEmail } from "#server/modules/identities/identities.policy.ts";
import { insertIdentityHash, recordIdentity } from "#server/modules/identities/identities.service.ts";
import { shareHolds } from "#server/modules/payments/disputes.service.ts";
import { shareBlocks } from "#server/modules/relationships/relationships.service.ts";
import { claimWelcomeCredits } from "#server/modules/wallet/wallet.service.ts";

const WELCOME_TAKEN = `You had your ${FREE_CRUSHES} free crushes with this email within the last year, so the new ones went back.`;

/**
 * Applies the consequences of a verified address: blocks and payment holds of any account of the mailbox apply to all
 * of them, and if another account is banned, a job suspends this one.
 * @param emailKey the normalized address
 * @param isFirst whether the account had no verified address before: a mailbox gets free crushes once a year
 * @returns a message for the member, if there is one
 */
export async function applyVerifiedAddress(
  ctx: Context,
  tx: Tx,
  memberId: string,
  emailKey: string,
  isFirst: boolean,
): Promise<{ message?: string }> {
  const address = canonicalEmail(emailKey);
  // Other tabs and devices ask for the confirmation.
  tx.emit(memberId, "settings_changed", { what: "email" });
  const others = await recordIdentity(ctx, tx, memberId, "email", address);
  if (others.length > 0) {
    const ids = [memberId, ...others.map(({ id }) => id)];
    await shareBlocks(tx, ids, true);
    await shareHolds(ctx, tx, ids);
    const banned = others.find((one) => one.is_banned);
    if (banned) await ctx.jobs.send(tx, "suspend-returning-member", { memberId, formerId: banned.id });
  }
  const taken = isFirst ? await claimWelcomeCredits(ctx, tx, memberId, address) : 0;
  return taken === 0 ? {} : { message: WELCOME_TAKEN };
}

/** Stores the identity of a verified address that was verified before identities existed. */
export async function ensureVerifiedAddressIdentity(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  const account = await findAccountById(tx, memberId);
  if (!account || account.email_verified_at === null) return;
  await insertIdentityHash(ctx, tx, memberId, "email", canonicalEmail(account.email_normalized));
}
