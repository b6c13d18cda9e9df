import { validate } from "uuid";
import { ageOn } from "#contract/members/age.ts";
import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { resetFactors } from "#server/domains/accounts/factors/factors.service.ts";
import { findLinkedAccounts } from "#server/domains/accounts/identities/identities.queries.ts";
import { findHoldingDisputes } from "#server/domains/billing/disputes/disputes.queries.ts";
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

export async function showMember(ctx: Context, by: OperatorAction, name: string) {
  return ctx.transact(async (tx) => {
    const { id } = await resolveMember(tx, name);
    await recordAction(tx, by, { action: "show member", target: id });
    const { email, email_verified_at, joined_at, last_active_at, date_of_birth, ...member } = await findMemberDetails(
      tx,
      id,
    );
    const ageByDateOfBirth = date_of_birth === null ? null : ageOn(date_of_birth, ctx.now());
    const suspension = await findSuspension(tx, id);
    const [membership] = await findActiveSubscriptions(tx, id);
    return {
      id,
      username: member.username,
      email,
      emailVerified: email_verified_at !== null,
      status: member.status,
      suspended: suspension ?? null,
      isDemo: member.is_demo,
      joinedAt: joined_at,
      lastActiveAt: last_active_at,
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
      disputes: await findHoldingDisputes(tx, id),
      linked: await findLinkedAccounts(tx, id),
      counts: await countActivity(tx, id),
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
