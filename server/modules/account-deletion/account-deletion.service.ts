import type { Context } from "#server/context.ts";
import { allowLongStatements, type Tx } from "#server/db/client.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { tryEach } from "#server/lib/batcher.ts";
import { type ClientOrigin, deleteAccountRows, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import {
  findVerifyTokenMember,
  invalidLinkError,
  lockUnverifiedToken,
} from "#server/modules/accounts/email-tokens.service.ts";
import { reauthenticate } from "#server/modules/accounts/passwords.ts";
import { ensureVerifiedAddressIdentity } from "#server/modules/accounts/verified-address.service.ts";
import { AUTOMATIC, type OperatorAction, recordAction } from "#server/modules/audit/audit.service.ts";
import { deleteLastSeen } from "#server/modules/crushes/crushes.service.ts";
import { deleteDailySetsOf } from "#server/modules/daily-sets/daily-sets.service.ts";
import { deleteExports } from "#server/modules/data-export/data-export.service.ts";
import { deleteOutcomesOf } from "#server/modules/date-outcomes/date-outcomes.service.ts";
import { deleteFactorsOf } from "#server/modules/factors/factor-removal.service.ts";
import { recordFormerAccount } from "#server/modules/identities/identities.service.ts";
import { deleteUsageOf } from "#server/modules/member-limits/member-limits.service.ts";
import { findSuspension } from "#server/modules/members/members.queries.ts";
import {
  deleteSuspensionOf,
  lockMemberExclusive,
  lockMemberForDeletion,
  lockWithAnyStatus,
  markMemberDeleted,
} from "#server/modules/members/members.service.ts";
import { purgeMessagesOf } from "#server/modules/messages/messages.service.ts";
import { findEndedAccounts } from "#server/modules/moderation/moderation.queries.ts";
import { removeNotifications } from "#server/modules/notifications/notifications.service.ts";
import { removePreferences } from "#server/modules/notifications/preferences.service.ts";
import { deletePassesOf } from "#server/modules/passes/passes.service.ts";
import { forgetCustomer } from "#server/modules/payments/payment-cancellation.service.ts";
import { deleteProfileData } from "#server/modules/profiles/profiles.service.ts";
import { deleteEmptyRelationships, endAllFor } from "#server/modules/relationships/relationships.service.ts";
import { findRestrictions } from "#server/modules/restrictions/restrictions.queries.ts";
import { isReported } from "#server/modules/safety/safety.queries.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";
import { isPaymentHeld } from "#server/modules/subscriptions/subscriptions.queries.ts";
import { deleteContactMessagesOfMember } from "#server/modules/support/contact.service.ts";
import { deleteTrainingOf } from "#server/modules/training/training.service.ts";
import { beginSharesOfDatesWith } from "#server/modules/trusted-contacts/trusted-contact-jobs.service.ts";
import { deleteTrustedContactsOf } from "#server/modules/trusted-contacts/trusted-contacts.service.ts";
import { deleteVerificationsOf } from "#server/modules/verification/verification.service.ts";
import { refundUnansweredCrushes } from "#server/modules/wallet/adjustments.service.ts";
import { forgetCounterparts } from "#server/modules/wallet/wallet.service.ts";
import { deleteComparisonsOf } from "#server/modules/week-comparisons/week-comparisons.service.ts";

/**
 * Deletes an account in one transaction. What stays: an id and a time, anonymous ledger entries, messages of others,
 * reports and identities for their retention, and for `RETENTION_DAYS` the profile and recent messages, if anyone can
 * still report the member. A concurrent action on the member commits first and is deleted, too, or waits and finds a
 * deleted member. Lock order: the member, relationships, wallets, the rest.
 * @param checked the password's hash when it was checked; undefined if it was not checked
 * @throws AppError wrong_password if the password was changed since; unauthorized if the account was deleted
 */
export async function eraseAccount(ctx: Context, tx: Tx, id: string, checked: string | undefined): Promise<void> {
  await allowLongStatements(tx);
  await lockMemberForDeletion(tx, id);
  await ensureVerifiedAddressIdentity(ctx, tx, id);
  const { contactIds, unanswered, reportableIds, abandonedIds, hasBlocks } = await endAllFor(tx, id);
  await refundUnansweredCrushes(tx, id, unanswered);
  await deleteOutcomesOf(tx, id);
  await beginSharesOfDatesWith(ctx, tx, id);
  await purgeMessagesOf(ctx, tx, id, { reportableIds, abandonedIds });
  await deleteEmptyRelationships(tx, id, reportableIds);
  await deleteLastSeen(tx, id);
  await deleteTrustedContactsOf(tx, id);
  await deletePassesOf(tx, id);
  await deleteDailySetsOf(tx, id);
  await deleteTrainingOf(tx, id);
  await deleteComparisonsOf(tx, id);
  await deleteContactMessagesOfMember(tx, id);
  await forgetCustomer(ctx, tx, id);
  await deleteExports(tx, id);
  await removePreferences(tx, id);
  await removeNotifications(tx, id);
  await deleteVerificationsOf(ctx, tx, id);
  await deleteProfileData(ctx, tx, id, reportableIds);
  await deleteFactorsOf(tx, id);
  await deleteAccountRows(ctx, tx, id, checked);
  await recordFormerAccount(tx, id, {
    suspension: await findSuspension(tx, id),
    isReported: (await isReported(tx, id)) || (await findRestrictions(tx, id)).length > 0,
    isDisputed: await isPaymentHeld(tx, id),
    hasBlocks,
  });
  await deleteSuspensionOf(tx, id);
  await deleteUsageOf(tx, id);
  await markMemberDeleted(tx, id);
  await forgetCounterparts(tx, id);
  for (const other of contactIds) tx.emit(other, "member_deleted", { userId: id });
}

const TERM_OVER: OperatorAction = { ...AUTOMATIC, reason: "the term of an ended account is over" };

/**
 * Deletes accounts whose suspension has had no end for long enough, each in its own transaction. The ban stays. A failure
 * at one account does not stop the others.
 * @throws as `tryEach`
 */
export async function eraseEndedAccounts(ctx: Context): Promise<void> {
  await tryEach(await findEndedAccounts(ctx.db, ctx.now()), (id) =>
    ctx.transact(async (tx) => {
      await lockWithAnyStatus(tx, id);
      // The suspension may have been lifted meanwhile.
      if ((await findEndedAccounts(tx, ctx.now(), id)).length === 0) return;
      await eraseAccount(ctx, tx, id, undefined);
      await recordAction(tx, TERM_OVER, { action: "delete", target: id });
    }),
  );
}

/**
 * Deletes a member's own account.
 * @throws AppError wrong_password, rate_limited; unauthorized if the account was deleted or suspended since the request
 *   began
 */
export async function deleteAccount(ctx: Context, me: Caller, password: string, origin: ClientOrigin) {
  const { passwordHash, attempt } = await reauthenticate(ctx, me, { password, field: "password", origin });
  await attempt.succeeded();
  await ctx.transact(async (tx) => {
    await lockMemberExclusive(tx, me.id);
    await eraseAccount(ctx, tx, me.id, passwordHash);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("account", me.id, origin), outcome: "deleted" });
  });
  return {};
}

/**
 * Deletes an account that was created with another person's address, by the link in the verification email. The link is
 * invalid once the address is verified.
 * @param network as rate limits count it
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
