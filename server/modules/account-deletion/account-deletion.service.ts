import type { Context } from "#server/context.ts";
import { allowLongStatements, type Tx } from "#server/db/client.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { type ClientOrigin, deleteAccountRows, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import {
  findVerifyTokenMember,
  invalidLinkError,
  lockUnverifiedToken,
} from "#server/modules/accounts/email-tokens.service.ts";
import { reauthenticate } from "#server/modules/accounts/reauthenticate.service.ts";
import { ensureVerifiedAddressIdentity } from "#server/modules/accounts/verified-address.service.ts";
import { deleteLastSeen } from "#server/modules/crushes/crushes.service.ts";
import { deleteExports } from "#server/modules/data-export/data-export.service.ts";
import { recordFormerAccount } from "#server/modules/identities/identities.service.ts";
import { forgetUsage } from "#server/modules/member-limits/member-limits.service.ts";
import { findSuspension } from "#server/modules/members/members.queries.ts";
import { lockActiveMember, lockMemberForDeletion, markMemberDeleted } from "#server/modules/members/members.service.ts";
import { deleteSuspensionOf } from "#server/modules/members/suspensions.service.ts";
import { purgeMessagesOf } from "#server/modules/messages/messages-purge.service.ts";
import { removeNotifications } from "#server/modules/notifications/notifications.service.ts";
import { removePreferences } from "#server/modules/notifications/preferences.service.ts";
import { forgetCustomer } from "#server/modules/payments/payment-cancellation.service.ts";
import { deleteProfileData } from "#server/modules/profiles/profiles.service.ts";
import { deleteEmptyRelationships, endAllFor } from "#server/modules/relationships/relationships.service.ts";
import { isReported } from "#server/modules/safety/reports.queries.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";
import { isPaymentHeld } from "#server/modules/subscriptions/subscriptions.queries.ts";
import { deleteContactMessagesOfMember } from "#server/modules/support/contact.service.ts";
import { refundUnansweredCrushes } from "#server/modules/wallet/adjustments.service.ts";

/**
 * Ends an account within a transaction, whole or not at all. What is left is an id and a time, money without a name, what
 * others wrote, and for a while reports and what the next account of the same person is recognized by; and, where only a
 * report reads it, for `RETENTION_DAYS` the profile and what was sent lately, if there is anybody who can still report the
 * member. Whoever does something with the member at the same moment comes before, and it goes with the rest, or after, and
 * finds nobody. Locks are taken in this order: the member, relationships, wallets, the rest.
 * @param checked the password's hash as it was when it was asked for; undefined where nobody was asked
 * @throws AppError wrong_password, where it was changed meanwhile; unauthorized, where the account has ended
 */
export async function eraseAccount(ctx: Context, tx: Tx, id: string, checked: string | undefined): Promise<void> {
  await allowLongStatements(tx);
  await lockMemberForDeletion(tx, id);
  await ensureVerifiedAddressIdentity(ctx, tx, id);
  const { contactIds, unanswered, reportableIds, abandonedIds, hasBlocks } = await endAllFor(tx, id);
  await refundUnansweredCrushes(tx, id, unanswered);
  await purgeMessagesOf(ctx, tx, id, { reportableIds, abandonedIds });
  await deleteEmptyRelationships(tx, id, reportableIds);
  await deleteLastSeen(tx, id);
  await deleteContactMessagesOfMember(tx, id);
  await forgetCustomer(ctx, tx, id);
  await deleteExports(tx, id);
  await removePreferences(tx, id);
  await removeNotifications(tx, id);
  await deleteProfileData(ctx, tx, id, reportableIds);
  await deleteAccountRows(ctx, tx, id, checked);
  await recordFormerAccount(tx, id, {
    suspension: await findSuspension(tx, id),
    isReported: await isReported(tx, id),
    isDisputed: await isPaymentHeld(tx, id),
    hasBlocks,
  });
  await deleteSuspensionOf(tx, id);
  await forgetUsage(tx, id);
  await markMemberDeleted(tx, id);
  for (const other of contactIds) tx.emit(other, "member_deleted", { userId: id });
}

/**
 * Deletes one's account.
 * @throws AppError wrong_password, rate_limited; unauthorized, where the account has ended or was suspended meanwhile
 */
export async function deleteAccount(ctx: Context, me: Caller, password: string, origin: ClientOrigin) {
  const { passwordHash, attempt } = await reauthenticate(ctx, me, { password, field: "password", origin });
  await attempt.succeeded();
  await ctx.transact(async (tx) => {
    await lockActiveMember(tx, me.id);
    await eraseAccount(ctx, tx, me.id, passwordHash);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("account", me.id, origin), outcome: "deleted" });
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
  const id = await findVerifyTokenMember(ctx.db, token);
  await ctx.transact(async (tx) => {
    await lockMemberForDeletion(tx, id, invalidLinkError());
    await lockUnverifiedToken(tx, token);
    await eraseAccount(ctx, tx, id, undefined);
    await recordSecurityEvent(ctx, tx, { kind: "account", outcome: "address_removed", memberId: id, network });
  });
  return {};
}
