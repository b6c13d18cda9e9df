import { validate } from "uuid";
import { ageOn } from "#contract/members/age.ts";
import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { resetFactors } from "#server/domains/accounts/factors/factors.service.ts";
import { findLinkedAccounts } from "#server/domains/accounts/identities/identities.queries.ts";
import { findHoldingDisputes } from "#server/domains/billing/disputes/disputes.queries.ts";
import { findPayments } from "#server/domains/billing/payments/checkouts.queries.ts";
import {
  findActiveSubscriptions,
  findBillableSubscriptions,
} from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { findRecentEntries } from "#server/domains/billing/wallet/wallet.queries.ts";
import { findSuspension } from "#server/domains/members/members.queries.ts";
import { usernameKey } from "#server/domains/members/profiles/profiles.policy.ts";
import { findProfileChanges } from "#server/domains/members/profiles/profiles.queries.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import {
  countActivity,
  findMember,
  findMemberDetails,
  findReportsByOrAbout,
} from "#server/domains/moderation/operators/operators.queries.ts";
import { CommandError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";

const ACTIONS_SHOWN = 20;
const ENTRIES_SHOWN = 20;
const PAYMENTS_SHOWN = 50;
const CHANGES_SHOWN = 20;

/**
 * The form of the name decides on id, email or username: a username that looks like another member's address must not
 * match.
 * @throws CommandError if there is none
 */
export async function resolveMember(db: Db, name: string) {
  const found = validate(name)
    ? await findMember(db, "members.id", name)
    : name.includes("@")
      ? await findMember(db, "email_normalized", emailKey(name))
      : await findMember(db, "username_normalized", usernameKey(name));
  if (!found || found.status === "deleted") throw new CommandError(`Member ${name} was not found.`);
  return found;
}

/** What operators and staff read of a member alike, with any status. Undefined if there is none. */
export async function readMember(db: Db, id: string) {
  const details = await findMemberDetails(db, id);
  if (!details) return undefined;
  return {
    ...details,
    suspension: (await findSuspension(db, id)) ?? null,
    payments: await findPayments(db, id, PAYMENTS_SHOWN),
    disputes: await findHoldingDisputes(db, id),
    linked: await findLinkedAccounts(db, id),
  };
}

export async function showMember(ctx: Context, by: OperatorAction, name: string) {
  return ctx.transact(async (tx) => {
    const { id, username } = await resolveMember(tx, name);
    await recordAction(tx, by, { action: "show member", target: id });
    const member = await readMember(tx, id);
    if (!member) throw new CommandError(`Member ${name} was not found.`);
    const { date_of_birth } = member;
    const ageByDateOfBirth = date_of_birth === null ? null : ageOn(date_of_birth, ctx.now());
    const [membership] = await findActiveSubscriptions(tx, id);
    return {
      id,
      username,
      email: member.email,
      emailVerified: member.email_verified_at !== null,
      status: member.status,
      suspended: member.suspension,
      isDemo: member.is_demo,
      joinedAt: member.joined_at,
      lastActiveAt: member.last_active_at,
      age: member.age,
      dateOfBirth: date_of_birth,
      ageByDateOfBirth,
      // Negative if the profile shows a lower age.
      ageDifference: member.age === null || ageByDateOfBirth === null ? null : member.age - ageByDateOfBirth,
      changes: (await findProfileChanges(tx, id, CHANGES_SHOWN)).map(
        ({ field, old_value, new_value, changed_at, effective_at }) => {
          return { field, before: old_value, after: new_value, changedAt: changed_at, effectiveAt: effective_at };
        },
      ),
      location: member.location,
      completion: member.completion,
      balance: member.balance,
      unlimitedUntil: membership?.period_end ?? null,
      subscriptions: await findBillableSubscriptions(tx, id),
      disputes: member.disputes,
      linked: member.linked.rows,
      counts: await countActivity(tx, id),
      payments: member.payments,
      credits: member.wallet_id === null ? [] : await findRecentEntries(tx, member.wallet_id, ENTRIES_SHOWN),
      reports: await findReportsByOrAbout(tx, id),
      actions: await readAuditLog(tx, id, ACTIONS_SHOWN),
    };
  });
}

/** Emails the member. @throws CommandError if there is no such member */
export const removeSecondFactor = (ctx: Context, by: OperatorAction, name: string) =>
  ctx.transact(async (tx) => {
    const { id, username } = await resolveMember(tx, name);
    const isRemoved = await resetFactors(ctx, tx, id);
    if (isRemoved) await recordAction(tx, by, { action: "remove-second-factor", target: id });
    return { id, username, isRemoved };
  });
