import type { Context } from "#server/context.ts";
import { allowLongStatements, type Tx } from "#server/db/client.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { eventOf, type Origin } from "#server/modules/accounts/accounts.service.ts";
import { checkPassword, forgetAccount } from "#server/modules/accounts/ending.service.ts";
import { linkEnded, lockUnconfirmedLink, memberOfVerifyLink } from "#server/modules/accounts/links.service.ts";
import { keepProvenAddress } from "#server/modules/accounts/recognizing.service.ts";
import { forgetVisits } from "#server/modules/crushes/crushes.service.ts";
import { forgetDownloads } from "#server/modules/data-export/data-export.service.ts";
import { keepFormer } from "#server/modules/identities/identities.service.ts";
import { forgetUsage } from "#server/modules/member-limits/member-limits.service.ts";
import { buryMember, holdLeaver, holdSelf } from "#server/modules/members/members.service.ts";
import { forgetSuspension, suspensionOf } from "#server/modules/members/standing.service.ts";
import { forgetMessages } from "#server/modules/messages/forgetting.service.ts";
import { forgetPreferences } from "#server/modules/notifications/notifications.service.ts";
import { forgetNotices } from "#server/modules/notifications/telling.service.ts";
import { isPaused } from "#server/modules/payments/holds.service.ts";
import { forgetBuyer } from "#server/modules/payments/leaving.service.ts";
import { forgetProfile } from "#server/modules/profiles/profiles.service.ts";
import { endAllPairs, forgetSilentPairs } from "#server/modules/relationships/relationships.service.ts";
import { isReported } from "#server/modules/safety/reports.service.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";
import { forgetContact } from "#server/modules/support/contact.service.ts";
import { giveBackCrushes } from "#server/modules/wallet/wallet.service.ts";

/**
 * Ends an account within a transaction, whole or not at all. What is left is an id and a time, money without a name, what
 * others wrote, and for a while reports and what the next account of the same person is recognized by; and, where only a
 * report reads it, for `RETENTION_DAYS` the profile and what was sent lately, if there is anybody who can still report the
 * member. Whoever does something with the member at the same moment comes before, and it goes with the rest, or after, and
 * finds nobody. The locks are taken in the order of the house: the member, pairs, wallets, the rest.
 * @param checked the password's hash as it was when it was asked for; undefined where nobody was asked
 * @throws AppError wrong_password, where it was changed meanwhile; unauthorized, where the account has ended
 */
export async function endAccount(ctx: Context, tx: Tx, id: string, checked: string | undefined): Promise<void> {
  await allowLongStatements(tx);
  await holdLeaver(tx, id);
  await keepProvenAddress(ctx, tx, id);
  const { others, unanswered, reportable, abandoned, hasBlocks } = await endAllPairs(tx, id);
  await giveBackCrushes(tx, id, unanswered);
  await forgetMessages(ctx, tx, id, { reportable, abandoned });
  await forgetSilentPairs(tx, id, reportable);
  await forgetVisits(tx, id);
  await forgetContact(tx, id);
  await forgetBuyer(ctx, tx, id);
  await forgetDownloads(tx, id);
  await forgetPreferences(tx, id);
  await forgetNotices(tx, id);
  await forgetProfile(ctx, tx, id, reportable);
  await forgetAccount(ctx, tx, id, checked);
  await keepFormer(tx, id, {
    suspension: await suspensionOf(tx, id),
    isReported: await isReported(tx, id),
    isDisputed: await isPaused(tx, id),
    hasBlocks,
  });
  await forgetSuspension(tx, id);
  await forgetUsage(tx, id);
  await buryMember(tx, id);
  for (const other of others) tx.emit(other, "member_deleted", { userId: id });
}

/**
 * Deletes one's account.
 * @throws AppError wrong_password, rate_limited; unauthorized, where the account has ended or was suspended meanwhile
 */
export async function deleteAccount(ctx: Context, me: Caller, password: string, origin: Origin) {
  const { passwordHash, attempt } = await checkPassword(ctx, me, { password, field: "password", origin });
  await attempt.succeeded();
  await ctx.transact(async (tx) => {
    await holdSelf(tx, me.id);
    await endAccount(ctx, tx, me.id, passwordHash);
    await recordSecurityEvent(ctx, tx, { ...eventOf("account", me.id, origin), outcome: "deleted" });
  });
  return {};
}

/**
 * Ends an account that was made with somebody else's address, by the link in the mail that asks to confirm it. Once the
 * address is confirmed the link ends nothing.
 * @param network where from, as rate limits count it
 * @throws AppError token_invalid
 */
export async function removeAddress(ctx: Context, token: string, network: string) {
  const id = await memberOfVerifyLink(ctx.db, token);
  await ctx.transact(async (tx) => {
    await holdLeaver(tx, id, linkEnded());
    await lockUnconfirmedLink(tx, token);
    await endAccount(ctx, tx, id, undefined);
    await recordSecurityEvent(ctx, tx, { kind: "account", outcome: "address_removed", memberId: id, network });
  });
  return {};
}
