import type { Context } from "#server/context.ts";
import type { Addressee } from "#server/domains/accounts/accounts.emails.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { setBanned } from "#server/domains/accounts/identities/identities.statements.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { suspendSessions } from "#server/domains/accounts/sessions/sessions.service.ts";
import { findMembership } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { findSuspension, isDeletedMember } from "#server/domains/members/members.queries.ts";
import {
  liftSuspension,
  type SuspendResult,
  type SuspensionTerms,
  suspend,
} from "#server/domains/members/members.service.ts";
import { findContactIds } from "#server/domains/members/relationships/relationships.queries.ts";
import { AUTOMATIC, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import {
  suspensionChangedEmail,
  suspensionEmail,
  suspensionLiftedEmail,
} from "#server/domains/moderation/restrictions/suspensions.emails.ts";
import { AppError, CommandError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { StatusInGoodStanding } from "#server/platform/db/schema/accounts.ts";
import { type Email, formatUtcTime } from "#server/platform/email/email-layout.ts";
import type { Job } from "#server/platform/jobs/job.ts";

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
  to: Addressee,
): Promise<Email | undefined> {
  const site = ctx.site();
  if (event === "lifted") return suspensionLiftedEmail(to, site, await findMembership(ctx.db, memberId));
  const suspension = await findSuspension(ctx.db, memberId);
  return suspension && (event === "changed" ? suspensionChangedEmail : suspensionEmail)(to, site, suspension);
}

/** A suspension was lifted, or begun or changed without a decision of its own. */
export const emailAccountStatusJob: Job<"email-account-status", StatusChange> = {
  name: "email-account-status",
  async handle(ctx, data, id) {
    const to = await findEmailRecipient(ctx.db, data.memberId);
    const email = to && (await composeStatusEmail(ctx, data, to));
    if (!email) return;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () => email);
  },
};
