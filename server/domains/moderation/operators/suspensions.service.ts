import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { findLinkedAccounts, findRecognizedMembers } from "#server/domains/accounts/identities/identities.queries.ts";
import { banOf } from "#server/domains/accounts/identities/identities.service.ts";
import { setForgiven } from "#server/domains/accounts/identities/identities.statements.ts";
import { findBillableSubscriptions } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import {
  findServedSuspensions,
  findSuspension,
  isDeletedMember,
  isInGoodStanding,
} from "#server/domains/members/members.queries.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { appendStatusChanges } from "#server/domains/members/status-events/status-log.service.ts";
import { AUTOMATIC, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { makeDecision } from "#server/domains/moderation/decisions/decision-making.service.ts";
import { resolveMember } from "#server/domains/moderation/operators/members.service.ts";
import { liftInTransaction } from "#server/domains/moderation/restrictions/suspensions.service.ts";
import { CommandError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { formatUtcTime } from "#server/platform/email/email-layout.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

/** Shown to a member who is suspended because of their banned account. */
const RETURNING_MEMBER_MESSAGE = "Another account with this email address is suspended.";

/** @throws CommandError if the member is suspended on other terms */
async function assertNotSuspendedOtherwise(
  tx: Tx,
  id: string,
  terms: { readonly until: Date | null; readonly memberMessage: string },
): Promise<void> {
  const current = await findSuspension(tx, id);
  if (!current) return;
  const isSame = current.until?.getTime() === terms.until?.getTime() && current.memberMessage === terms.memberMessage;
  if (isSame) return;
  const until = current.until ? `until ${formatUtcTime(current.until)}` : "indefinitely";
  throw new CommandError(`The member is already suspended ${until}. Use \`--change\` to replace the terms.`);
}

/**
 * A decision outside of a case, with a statement of reasons.
 * @param memberMessage the reason that the member reads
 * @param change whether a member who is already suspended gets the new terms
 * @returns also their billable subscriptions, and linked accounts that are not suspended
 * @throws CommandError
 */
export const suspendMember = (
  ctx: Context,
  by: OperatorAction,
  name: string,
  until: Date | null,
  memberMessage: string,
  change = false,
) =>
  ctx.transact(async (tx) => {
    const { id, username } = await resolveMember(tx, name);
    await lockStatus(tx, id);
    if (!change) await assertNotSuspendedOtherwise(tx, id, { until, memberMessage });
    const was = await findSuspension(tx, id);
    const made = await makeDecision(ctx, tx, by, {
      memberId: id,
      acts: [{ act: "suspend", until: until?.toISOString() ?? null }],
      facts: "",
      rule: "guidelines",
      words: memberMessage,
      reporterIds: [],
    });
    const subscriptions = await findBillableSubscriptions(tx, id);
    const linked = (await findLinkedAccounts(tx, id)).rows.filter((one) => isInGoodStanding(one.status));
    return {
      id,
      username,
      status: "suspended" as const,
      until,
      subscriptions,
      linked,
      change: made ? (was ? ("changed" as const) : ("begun" as const)) : ("same" as const),
      was: was && { until: was.until, memberMessage: was.memberMessage },
    };
  });

/**
 * With the id of a deleted account, removes the ban that it left behind.
 * @throws CommandError if they are not suspended
 */
export const liftMember = (ctx: Context, by: OperatorAction, name: string) =>
  ctx.transact(async (tx) => {
    if (validate(name) && (await setForgiven(tx, name, "suspended"))) {
      await recordAction(tx, by, { action: "lift", target: name, details: { status: "deleted" } });
      return { id: name, username: null, status: "deleted" as const };
    }
    const { id, username } = await resolveMember(tx, name);
    const status = await liftInTransaction(ctx, tx, by, id);
    if (status === undefined) throw new CommandError(`${username} is not suspended.`);
    return { id, username, status };
  });

/** Also appends to the status log, which backups rely on. */
export const liftExpiredSuspensionsJob: Job<"lift-expired-suspensions"> = {
  name: "lift-expired-suspensions",
  schedule: "* * * * *",
  async handle(ctx) {
    const expired = await findServedSuspensions(ctx.db);
    // The status log is written even if lifting one of them fails.
    await tryEach(expired, (id) => ctx.transact((tx) => liftInTransaction(ctx, tx, AUTOMATIC, id))).finally(() =>
      appendStatusChanges(ctx),
    );
  },
};

/** The member's verified address belonged to the banned account `formerId`. */
export const suspendReturningMemberJob: Job<"suspend-returning-member", { memberId: string; formerId: string }> = {
  name: "suspend-returning-member",
  async handle(ctx, { memberId, formerId }) {
    await ctx.transact(async (tx) => {
      const ban = await banOf(tx, memberId, formerId);
      if (!ban || (await isDeletedMember(tx, memberId))) return;
      await lockStatus(tx, memberId);
      if (await findSuspension(tx, memberId)) return;
      const by = { ...AUTOMATIC, reason: `The confirmed email address belonged to ${formerId}, which is banned` };
      await makeDecision(ctx, tx, by, {
        memberId,
        acts: [{ act: "suspend", until: ban.until?.toISOString() ?? null }],
        facts: "",
        rule: "no_return",
        words: RETURNING_MEMBER_MESSAGE,
        reporterIds: [],
        automated: true,
      });
    });
  },
};

/** Most recent first. */
export const listLinkedAccounts = (ctx: Context, by: OperatorAction, limit: number) =>
  ctx.transact(async (tx) => {
    const members = await findRecognizedMembers(tx, limit);
    await recordAction(tx, by, { action: "list linked", details: { count: members.length } });
    const found = [];
    for (const member of members) found.push({ ...member, linked: (await findLinkedAccounts(tx, member.id)).rows });
    return found;
  });
