import { PAGE_SIZE, REPORT_YEARS, REPORTS_A_DAY } from "#contract/limits.ts";
import { isAtOnce } from "#contract/moderation/alert-kinds.ts";
import type { OwnReport } from "#contract/moderation/reports.ts";
import type { Page } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { setForgiven, setReported } from "#server/domains/accounts/identities/identities.statements.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { purgeTombstonesOf } from "#server/domains/chat/messages/messages.service.ts";
import { findExpiredProfiles } from "#server/domains/member-data/retention/retention.queries.ts";
import { purgeExpired, releaseProfile } from "#server/domains/member-data/retention/retention.statements.ts";
import { deleteByBatches } from "#server/domains/members/member-data/member-data.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import {
  deleteFilesAfterCommit,
  type StoredImage,
  storeWithClaim,
} from "#server/domains/members/photos/photos.service.ts";
import {
  deleteEmptyRelationships,
  findSliceOf,
  lockRelationshipsOf,
  type RelationshipSize,
} from "#server/domains/members/relationships/relationships.statements.ts";
import { blockInTransaction, canReport } from "#server/domains/moderation/blocks/blocks.service.ts";
import { dueAt, reporterWeight, urgencyOf } from "#server/domains/moderation/cases/cases.policy.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { deleteItems, deleteOldCases } from "#server/domains/moderation/cases/cases.statements.ts";
import { canObject, objectionTokenOf } from "#server/domains/moderation/objections/objections.policy.ts";
import { updateObjectionsDecided } from "#server/domains/moderation/objections/objections.statements.ts";
import { collectEvidence } from "#server/domains/moderation/reports/evidence.service.ts";
import { outcomeOf } from "#server/domains/moderation/reports/reports.policy.ts";
import {
  countReportsToday,
  findOwnReports,
  findReporterRecord,
  isReported,
} from "#server/domains/moderation/reports/reports.queries.ts";
import {
  closeReport,
  deleteOldReports,
  insertReport,
  lockReporter,
  updateReopened,
} from "#server/domains/moderation/reports/reports.statements.ts";
import { recordWrong } from "#server/domains/training/date-outcomes/date-outcomes.service.ts";
import { AppError } from "#server/errors.ts";
import { type Tx, transactLong } from "#server/platform/db/client.ts";
import type { NeutralOutcome, Resolution } from "#server/platform/db/schema/admin.ts";
import { tryEach, tryPages } from "#server/platform/lib/batcher.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { cutPage } from "#server/platform/lib/page.ts";

/** Days for which a report, and what was decided, outlives the account of either side. */
export const KEPT_DAYS = 365;

interface ReportInput {
  readonly userId: string;
  readonly reason: string;
  readonly details?: string | undefined;
  readonly messageId?: string | undefined;
  readonly block?: boolean | undefined;
}

interface SentReport {
  readonly message: string;
  /** Such as R-7K2M9Q. */
  readonly number: string;
}

/**
 * Reports a member to the operator. Stores their profile, the conversation and copies of the images with the report,
 * including content deleted within `RETENTION_DAYS`.
 * @throws AppError cannot_crush_self, profile_not_found, report_rate_limit
 */
export async function reportMember(ctx: Context, me: string, input: ReportInput): Promise<SentReport> {
  const { userId } = input;
  if (me === userId) throw new AppError("cannot_crush_self");
  // One report per member at a time: the evidence is in memory while it is copied.
  return ctx.reportLimiter(me, async () => {
    try {
      return await storeReport(ctx, me, input);
    } catch (error) {
      // The limit of reports per day must not prevent a block.
      const tooMany = error instanceof AppError && error.code === "report_rate_limit";
      if (tooMany && input.block) {
        await ctx.transact((tx) => blockInTransaction(tx, me, userId));
      }
      throw error;
    }
  });
}

async function storeReport(ctx: Context, me: string, input: ReportInput): Promise<SentReport> {
  const { userId, reason, details = "", messageId, block: alsoBlock = false } = input;
  if (!(await canReport(ctx.db, me, userId))) throw new AppError("profile_not_found");
  // Checked again under the lock; here it saves collecting the evidence.
  if ((await countReportsToday(ctx.db, me)) >= REPORTS_A_DAY) throw new AppError("report_rate_limit");
  const collected = await collectEvidence(ctx, me, userId, messageId);
  if (!collected) throw new AppError("profile_not_found");
  const { evidence, copies, aboutId } = collected;
  const images = copies.map(({ image }) => image);
  const insert = async (tx: Tx, stored: readonly StoredImage[]) => {
    await lockMembersShared(tx, me, userId);
    if (alsoBlock) await blockInTransaction(tx, me, userId);
    if (aboutId !== null) await recordWrong(ctx, tx, me, aboutId);
    await lockReporter(tx, me);
    if ((await countReportsToday(tx, me)) >= REPORTS_A_DAY) throw new AppError("report_rate_limit");
    const row = {
      id: newId(),
      reporter_id: me,
      reported_id: userId,
      reason,
      details,
      message_id: aboutId,
      evidence: JSON.stringify(evidence),
    };
    const number = await insertReport(
      tx,
      row,
      stored.map(({ key }, i) => ({ key, caption: copies[i]?.caption ?? "" })),
    );
    const urgency = urgencyOf(reason);
    const caseId = await attachToCase(tx, {
      kind: "report",
      sourceId: row.id,
      subject: { kind: "member", memberId: userId },
      weight: reporterWeight(await findReporterRecord(tx, me)),
      dueAt: dueAt(ctx.now(), urgency),
      urgency,
    });
    if (isAtOnce(urgency)) await ctx.jobs.send(tx, "alert-staff", { caseId });
    await ctx.jobs.send(tx, "email-report-receipt", { reportId: row.id });
    await recordSecurityEvent(ctx, tx, { kind: "report", outcome: "filed", memberId: me });
    await setReported(tx, userId);
    return number;
  };
  const number = await storeWithClaim(ctx, images, insert);
  const message = `Thank you. We will look at your report. Nobody is told who sent it. Its number is ${number}.`;
  return { message, number };
}

/** The reports that a member has sent, with what became of them, latest first. */
export async function listOwnReports(ctx: Context, me: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const settledSeconds = ctx.config.statementDelaySeconds;
  const found = await findOwnReports(ctx.db, me, { limit: limit + 1, after: page.cursor, settledSeconds });
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => id);
  const reports = rows.map(
    ({ id, number, about, reason, sentAt, decidedAt, resolution, neutral, isSettled, isObjected }): OwnReport => {
      const outcome = resolution !== null && isSettled ? outcomeOf({ resolution, neutral_outcome: neutral }) : null;
      const isObjectable =
        outcome !== null && decidedAt !== null && canObject(outcome, decidedAt, isObjected, ctx.now());
      return {
        number,
        about,
        reason,
        sentAt: sentAt.toISOString(),
        outcome,
        decidedAt: outcome === null ? null : (decidedAt?.toISOString() ?? null),
        objectToken: isObjectable ? objectionTokenOf(ctx, id) : null,
      };
    },
  );
  return { reports, nextCursor };
}

/**
 * Resolves open reports as an operator has decided. Their reporters are emailed the outcome, once a report.
 * @param neutral why they are neither right nor wrong
 * @returns the ids of those that were open
 */
export async function decideReports(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
  resolution: Resolution,
  neutral: NeutralOutcome | null = null,
): Promise<string[]> {
  const decided: string[] = [];
  for (const id of ids) {
    const reportedId = await closeReport(tx, id, resolution, neutral);
    if (reportedId === undefined) continue;
    decided.push(id);
    // Shortens the retention of a reported member who deleted their account, now that nothing was found.
    if (resolution === "none" && neutral === null && !(await isReported(tx, reportedId)))
      await setForgiven(tx, reportedId, "reported");
    const afterSeconds = ctx.config.statementDelaySeconds;
    await ctx.jobs.send(tx, "email-report-outcome", { reportId: id }, { afterSeconds });
  }
  await updateObjectionsDecided(tx, decided, resolution !== "none");
  return decided;
}

/** Opens reports again: their decision was undone, or their reporter objects. */
export async function reopenReports(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const memberId of await updateReopened(tx, ids)) await setReported(tx, memberId);
}

/**
 * Deletes the reports of accounts that were deleted a year ago, and those that were decided three years ago, with their
 * evidence, and what cases about deleted members have.
 */
export async function purgeOldReports(ctx: Context, tx: Tx): Promise<void> {
  const { ids, keys } = await deleteOldReports(tx, { days: KEPT_DAYS, decidedYears: REPORT_YEARS });
  for (const kind of ["report", "objection"] as const) await deleteItems(tx, kind, ids);
  await deleteOldCases(tx, KEPT_DAYS);
  await deleteFilesAfterCommit(ctx, tx, keys);
}

/** Deletes the rest of a deleted account: its retained profile and photos, and conversations that no one can read. */
async function purgeMember(ctx: Context, memberId: string): Promise<void> {
  await tryPages<RelationshipSize>(
    (last) => findSliceOf(ctx.db, memberId, last?.id),
    (slice) =>
      transactLong(ctx, async (tx) => {
        const ids = slice.map(({ id }) => id);
        await lockRelationshipsOf(tx, memberId, ids);
        await purgeTombstonesOf(ctx, tx, memberId, ids);
        await deleteEmptyRelationships(tx, ids);
      }),
  );
  // Last: an account without it is not looked at again.
  await ctx.transact((tx) => releaseProfile(ctx, tx, memberId));
}

/**
 * Deletes retained data that can no longer be reported, of each deleted account in slices. Idempotent; a
 * concurrent report keeps what it has read. A failure at one account does not stop the others.
 * @throws as `tryEach`
 */
export async function purgeRetained(ctx: Context): Promise<void> {
  const purgeMembers = async () =>
    tryEach(await transactLong(ctx, findExpiredProfiles), (memberId) => purgeMember(ctx, memberId));
  await tryEach([() => deleteByBatches(ctx, (tx) => purgeExpired(ctx, tx)), purgeMembers], (step) => step());
}
