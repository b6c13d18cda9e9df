import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { StatusInGoodStanding } from "#server/db/schema/accounts.ts";
import { type Email, formatUtcTime } from "#server/email/email-layout.ts";
import { AppError, CommandError } from "#server/errors.ts";
import type { Job } from "#server/jobs/job.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import { suspendSessions } from "#server/modules/accounts/sessions.service.ts";
import { AUTOMATIC, type OperatorAction, recordAction } from "#server/modules/audit/audit.service.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { setBanned } from "#server/modules/identities/identities.statements.ts";
import { findSuspension, isDeletedMember } from "#server/modules/members/members.queries.ts";
import {
  liftSuspension,
  type SuspendResult,
  type SuspensionTerms,
  suspend,
} from "#server/modules/members/members.service.ts";
import { findContactIds } from "#server/modules/relationships/relationships.queries.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";
import { findMembership } from "#server/modules/subscriptions/subscriptions.queries.ts";
import {
  suspensionChangedEmail,
  suspensionEmail,
  suspensionLiftedEmail,
} from "#server/modules/suspensions/suspensions.emails.ts";

/** By the same event as a block or an unmatch. */
async function emitEnded(tx: Tx, id: string): Promise<void> {
  for (const other of await findContactIds(tx, id)) tx.emit(other, "relationship_ended", { userId: id });
}

/** The event does not say whose suspension is lifted. */
async function invalidateContacts(tx: Tx, id: string): Promise<void> {
  for (const other of await findContactIds(tx, id)) tx.emit(other, "discovery_invalidated", {});
}

/** @returns the member's new status; undefined if they were not suspended */
export async function liftInTransaction(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  id: string,
  { isStated = false }: Pick<SuspendOptions, "isStated"> = {},
): Promise<StatusInGoodStanding | undefined> {
  const status = await liftSuspension(tx, id, by === AUTOMATIC);
  if (status === undefined) return undefined;
  await reindexMember(tx, id);
  await invalidateContacts(tx, id);
  await ctx.jobs.send(tx, "adjust-charges", { memberId: id });
  if (!isStated) await ctx.jobs.send(tx, "email-account-status", { memberId: id, event: "lifted" });
  await recordAction(tx, by, { action: "lift", target: id, details: { status } });
  await recordSecurityEvent(ctx, tx, { kind: "role", outcome: "lifted", memberId: id });
  return status;
}

interface SuspendOptions {
  readonly terms: SuspensionTerms;
  readonly ifSuspended: OnAlreadySuspended;
  /** Another email informs the member, so that none is sent here. */
  readonly isStated?: boolean;
}

/** If the member is suspended on other terms: replace the terms, keep the old ones, or throw. */
export type OnAlreadySuspended = "change" | "keep" | "reject";

/**
 * Also stops charges. Idempotent. For a deleted member it bans the next account instead, if identities are kept that
 * would recognize it. If none are kept any more, nothing is banned, but all that follows from a suspension does.
 * @throws AppError not_found if there is no such member; CommandError if `ifSuspended` is "reject" and they are
 * suspended on other terms
 */
export async function suspendInTransaction(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  id: string,
  { terms, ifSuspended, isStated = false }: SuspendOptions,
): Promise<SuspendResult> {
  const done = await suspend(tx, id, terms, ifSuspended === "change");
  if (done === undefined) {
    const isBanned = await setBanned(tx, id, terms.until);
    if (!isBanned && !(await isDeletedMember(tx, id))) throw new AppError("not_found", `Member ${id} was not found.`);
    await recordAction(tx, by, {
      action: "suspend",
      target: id,
      details: {
        before: "deleted",
        until: terms.until?.toISOString() ?? null,
        ban: isBanned ? "begun" : "nobody would be recognized",
      },
    });
    return { before: "deleted", change: "begun" };
  }
  const { before, was, change } = done;
  // Also on the same terms, because the account may have been ended.
  await ctx.jobs.send(tx, "adjust-charges", { memberId: id });
  if (change === "refused" && ifSuspended === "reject") {
    const until = was?.until ? `until ${formatUtcTime(was.until)}` : "indefinitely";
    throw new CommandError(`The member is already suspended ${until}. Use \`--change\` to replace the terms.`);
  }
  if (change === "same" || change === "refused") return done;
  if (change === "begun") {
    await reindexMember(tx, id);
    await suspendSessions(ctx, tx, id);
    await emitEnded(tx, id);
  }
  const event = change === "begun" ? "suspended" : "changed";
  if (!isStated) await ctx.jobs.send(tx, "email-account-status", { memberId: id, event });
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

interface StatusChange {
  readonly memberId: string;
  readonly event: "suspended" | "changed" | "lifted";
}

/** Undefined if the suspension is over by the time its email is sent. */
async function composeStatusEmail(
  ctx: Context,
  { memberId, event }: StatusChange,
  name: string | undefined,
): Promise<Email | undefined> {
  const site = ctx.site();
  if (event === "lifted") return suspensionLiftedEmail(name, site, await findMembership(ctx.db, memberId));
  const suspension = await findSuspension(ctx.db, memberId);
  return suspension && (event === "changed" ? suspensionChangedEmail : suspensionEmail)(name, site, suspension);
}

/** A suspension was lifted, or begun or changed without a decision of its own. */
export const emailAccountStatusJob: Job<"email-account-status", StatusChange> = {
  name: "email-account-status",
  async handle(ctx, data, id) {
    const to = await findEmailRecipient(ctx.db, data.memberId);
    const email = to && (await composeStatusEmail(ctx, data, to.name));
    if (!email) return;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () => email);
  },
};
