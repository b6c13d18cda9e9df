import { FREE_CRUSHES } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { removeUnprovenFactors } from "#server/domains/accounts/factors/factor-removal.service.ts";
import { canonicalEmail } from "#server/domains/accounts/identities/identities.policy.ts";
import { recordIdentity, sendFraudSignal } from "#server/domains/accounts/identities/identities.service.ts";
import { shareHolds } from "#server/domains/billing/disputes/payment-holds.statements.ts";
import { claimWelcomeCredits } from "#server/domains/billing/wallet/bonus.statements.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { copyBlocksAgainst, shareBlocks } from "#server/domains/members/relationships/relationships.service.ts";
import { findRestrictedIds } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { copyRestrictions } from "#server/domains/moderation/restrictions/restrictions.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";

const WELCOME_TAKEN = `You had your ${FREE_CRUSHES} free crushes with this email within the last year, so the new ones went back.`;

/**
 * Blocks against other accounts of the mailbox apply to the new one. Nothing reaches the others, because the address
 * may be another person's. For the same reason a ban and restrictions, which the new account would show, become a case
 * only.
 */
export async function applyGivenAddress(ctx: Context, tx: Tx, memberId: string, emailKey: string): Promise<void> {
  const others = await recordIdentity(ctx, tx, memberId, "given_email", canonicalEmail(emailKey));
  if (others.length === 0) return;
  const ids = others.map(({ id }) => id);
  await copyBlocksAgainst(tx, ids, memberId);
  for (const id of await findRestrictedIds(tx, ids)) await sendFraudSignal(ctx, tx, memberId, id);
}

/**
 * Blocks and payment holds of any account of the mailbox apply to all of them, this one gets the restrictions of the
 * others, and a ban of one makes a job suspend it. From accounts that did not confirm the address, only blocks against
 * them apply.
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
  await copyBlocksAgainst(
    tx,
    others.map(({ id }) => id),
    memberId,
  );
  const proven = others.filter(({ kinds }) => kinds.includes("email"));
  if (proven.length > 0) {
    const provenIds = proven.map(({ id }) => id);
    if (await copyRestrictions(tx, provenIds, memberId)) await reindexMember(tx, memberId);
    const ids = [memberId, ...provenIds];
    await shareBlocks(tx, ids, true);
    await shareHolds(ctx, tx, ids);
    const banned = proven.find((one) => one.is_banned);
    if (banned) await ctx.jobs.send(tx, "suspend-returning-member", { memberId, formerId: banned.id });
  }
  if (!isFirst) return {};
  const removed = await removeUnprovenFactors(ctx, tx, memberId);
  const taken = (await claimWelcomeCredits(ctx, tx, memberId, address)) > 0 ? WELCOME_TAKEN : undefined;
  const messages = [removed, taken].filter((message) => message !== undefined);
  return messages.length === 0 ? {} : { message: messages.join(" ") };
}
