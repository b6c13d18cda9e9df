import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { StatusInGoodStanding } from "#server/db/schema/accounts.ts";
import { type Email, formatUtcTime } from "#server/email/email-layout.ts";
import { CommandError } from "#server/errors.ts";
import type { JobData } from "#server/jobs/job-definitions.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { tryEach } from "#server/lib/batcher.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import { suspendSessions } from "#server/modules/accounts/sessions.service.ts";
import { ensureVerifiedAddressIdentity } from "#server/modules/accounts/verified-address.service.ts";
import {
  suspensionChangedEmail,
  suspensionEmail,
  suspensionLiftedEmail,
  warningEmail,
} from "#server/modules/admin/admin.emails.ts";
import { resolveMember } from "#server/modules/admin/members.service.ts";
import { appendStatusChanges } from "#server/modules/admin/status-log.service.ts";
import { AUTOMATIC, type OperatorAction, recordAction } from "#server/modules/audit/audit.service.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { findLinkedAccounts, findRecognizedMembers } from "#server/modules/identities/identities.queries.ts";
import { banFormer, banOf, liftFormer } from "#server/modules/identities/identities.service.ts";
import {
  findServedSuspensions,
  findSuspension,
  isDeletedMember,
  isInGoodStanding,
} from "#server/modules/members/members.queries.ts";
import {
  liftSuspension,
  type SuspendResult,
  type SuspensionTerms,
  suspend,
} from "#server/modules/members/members.service.ts";
import { findContactIds } from "#server/modules/relationships/relationships.queries.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";
import { findBillableSubscriptions } from "#server/modules/subscriptions/subscriptions.queries.ts";

/** Shown to a member who is suspended because of their banned account. */
const RETURNING_MEMBER_MESSAGE = "Another account with this email address is suspended.";

/** Makes open screens of the member's contacts refetch. The event does not say who changed. */
async function invalidateContacts(tx: Tx, id: string): Promise<void> {
  for (const other of await findContactIds(tx, id)) tx.emit(other, "discovery_invalidated", {});
}

/** @returns the member's new status; undefined if they were not suspended */
export async function liftInTransaction(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  id: string,
): Promise<StatusInGoodStanding | undefined> {
  const status = await liftSuspension(tx, id, by === AUTOMATIC);
  if (status === undefined) return undefined;
  await reindexMember(tx, id);
  await invalidateContacts(tx, id);
  await ctx.jobs.send(tx, "email-account-status", { memberId: id, event: "lifted" });
  await recordAction(tx, by, { action: "lift", target: id, details: { status } });
  await recordSecurityEvent(ctx, tx, { kind: "role", outcome: "lifted", memberId: id });
  return status;
}

/** If the member is suspended on other terms: replace the terms, keep the old ones, or throw. */
export type OnAlreadySuspended = "change" | "keep" | "reject";

/**
 * Hides the member from everyone and ends their sessions and sockets. Idempotent. For a deleted member it bans their
 * next account instead, if identities are kept that would recognize it.
 * @throws CommandError if there is no such member, or `ifSuspended` is "reject" and they are suspended on other terms
 */
export async function suspendInTransaction(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  id: string,
  { terms, ifSuspended }: { terms: SuspensionTerms; ifSuspended: OnAlreadySuspended },
): Promise<SuspendResult> {
  const done = await suspend(tx, id, terms, ifSuspended === "change");
  if (done === undefined) {
    if (!(await banFormer(tx, id, terms.until))) throw new CommandError(`Member ${id} was not found.`);
    await recordAction(tx, by, {
      action: "suspend",
      target: id,
      details: { before: "deleted", until: terms.until?.toISOString() ?? null },
    });
    return { before: "deleted", change: "begun" };
  }
  const { before, was, change } = done;
  if (change === "refused" && ifSuspended === "reject") {
    const until = was?.until ? `until ${formatUtcTime(was.until)}` : "indefinitely";
    throw new CommandError(`The member is already suspended ${until}. Use \`--change\` to replace the terms.`);
  }
  if (change === "same" || change === "refused") return done;
  if (change === "begun") {
    await reindexMember(tx, id);
    await suspendSessions(ctx, tx, id);
    await ensureVerifiedAddressIdentity(ctx, tx, id);
    await invalidateContacts(tx, id);
  }
  await ctx.jobs.send(tx, "email-account-status", {
    memberId: id,
    event: change === "begun" ? "suspended" : "changed",
  });
  const details = {
    before,
    until: terms.until?.toISOString() ?? null,
    ...(was && { was: was.until?.toISOString() ?? null }),
    // Not the message itself: audit log entries are never deleted.
    message: terms.memberMessage === "" ? "no" : "yes",
  };
  await recordAction(tx, by, { action: "suspend", target: id, details });
  await recordSecurityEvent(ctx, tx, { kind: "role", outcome: "suspended", memberId: id });
  return done;
}

/**
 * @param change whether a member who is already suspended gets the new terms
 * @returns also their billable subscriptions, and linked accounts that are not suspended
 * @throws CommandError
 */
export const suspendMember = (
  ctx: Context,
  by: OperatorAction,
  name: string,
  until: Date | null,
  memberMessage = "",
  change = false,
) =>
  ctx.transact(async (tx) => {
    const { id, username } = await resolveMember(tx, name);
    const ifSuspended = change ? "change" : "reject";
    const done = await suspendInTransaction(ctx, tx, by, id, { terms: { until, memberMessage }, ifSuspended });
    const subscriptions = await findBillableSubscriptions(tx, id);
    const linked = (await findLinkedAccounts(tx, id)).filter((one) => isInGoodStanding(one.status));
    return {
      id,
      username,
      status: "suspended" as const,
      until,
      subscriptions,
      linked,
      change: done.change,
      was: done.was,
    };
  });

/**
 * Restores a suspended member's former status. With the id of a deleted account, removes the ban that it left behind.
 * @throws CommandError if they are not suspended
 */
export const liftMember = (ctx: Context, by: OperatorAction, name: string) =>
  ctx.transact(async (tx) => {
    if (validate(name) && (await liftFormer(tx, name))) {
      await recordAction(tx, by, { action: "lift", target: name, details: { status: "deleted" } });
      return { id: name, username: null, status: "deleted" as const };
    }
    const { id, username } = await resolveMember(tx, name);
    const status = await liftInTransaction(ctx, tx, by, id);
    if (status === undefined) throw new CommandError(`${username} is not suspended.`);
    return { id, username, status };
  });

/** Undefined if the suspension is over by the time its email is sent. */
async function composeStatusEmail(
  ctx: Context,
  { memberId, event }: JobData["email-account-status"],
  name: string | undefined,
): Promise<Email | undefined> {
  const site = ctx.site();
  if (event === "warned") return warningEmail(name, site);
  if (event === "lifted") return suspensionLiftedEmail(name, site);
  const suspension = await findSuspension(ctx.db, memberId);
  return suspension && (event === "changed" ? suspensionChangedEmail : suspensionEmail)(name, site, suspension);
}

type SuspensionJobName = "lift-expired-suspensions" | "email-account-status" | "suspend-returning-member";

export const suspensionJobs = (ctx: Context): Pick<JobHandlers, SuspensionJobName> => ({
  async "lift-expired-suspensions"() {
    const expired = await findServedSuspensions(ctx.db);
    // The status log is written even if lifting one of them fails.
    await tryEach(expired, (id) => ctx.transact((tx) => liftInTransaction(ctx, tx, AUTOMATIC, id))).finally(() =>
      appendStatusChanges(ctx),
    );
  },
  async "email-account-status"(data, id) {
    const to = await findEmailRecipient(ctx.db, data.memberId);
    const email = to && (await composeStatusEmail(ctx, data, to.name));
    if (!email) return;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () => email);
  },
  async "suspend-returning-member"({ memberId, formerId }) {
    await ctx.transact(async (tx) => {
      const ban = await banOf(tx, memberId, formerId);
      if (!ban || (await isDeletedMember(tx, memberId))) return;
      const by = { ...AUTOMATIC, reason: `The confirmed email address belonged to ${formerId}, which is banned` };
      const terms = { until: ban.until, memberMessage: RETURNING_MEMBER_MESSAGE };
      await suspendInTransaction(ctx, tx, by, memberId, { terms, ifSuspended: "keep" });
    });
  },
});

/** Members who share an address or a card with other accounts, most recent first, each with those accounts. */
export const listLinkedAccounts = (ctx: Context, by: OperatorAction, limit: number) =>
  ctx.transact(async (tx) => {
    const members = await findRecognizedMembers(tx, limit);
    await recordAction(tx, by, { action: "list linked", details: { count: members.length } });
    const found = [];
    for (const member of members) found.push({ ...member, linked: await findLinkedAccounts(tx, member.id) });
    return found;
  });
