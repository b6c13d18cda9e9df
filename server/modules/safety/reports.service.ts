import { REPORTS_A_DAY } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { noteReported } from "#server/modules/identities/identities.service.ts";
import { holdMembers } from "#server/modules/members/members.service.ts";
import { discard, type StoredPicture, storePictures } from "#server/modules/photos/photos.service.ts";
import { blockIn } from "#server/modules/safety/contact.service.ts";
import { collectEvidence } from "#server/modules/safety/evidence.service.ts";
import { canReport } from "#server/modules/safety/past-contacts.service.ts";
import {
  countReportsToday,
  deleteOldReports,
  hasReports,
  insertReport,
  lockReporter,
} from "#server/modules/safety/safety.repo.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

/** Days for which a report outlives the account of either side. */
const KEPT_DAYS = 365;

interface Reporting {
  readonly userId: string;
  readonly reason: string;
  readonly details?: string | undefined;
  readonly messageId?: string | undefined;
  readonly block?: boolean | undefined;
}

/**
 * Reports a member to the operator. What they show, and what was written between the two, is kept with the report, the
 * pictures as copies, whatever is deleted later or was deleted within `RETENTION_DAYS`.
 * @throws AppError cannot_crush_self, profile_not_found, report_rate_limit
 */
export async function report(ctx: Context, me: string, reporting: Reporting): Promise<{ message: string }> {
  const { userId } = reporting;
  if (me === userId) throw new AppError("cannot_crush_self");
  // Evidence lies in memory while it is copied: one report of a member at a time.
  return ctx.reportTurns(me, async () => {
    try {
      return await store(ctx, me, reporting);
    } catch (error) {
      // There are so many reports a day; whoever must be kept away is kept away all the same.
      const tooMany = error instanceof AppError && error.code === "report_rate_limit";
      if (tooMany && reporting.block) {
        await ctx.transact((tx) => blockIn(tx, me, userId));
      }
      throw error;
    }
  });
}

async function store(ctx: Context, me: string, reporting: Reporting): Promise<{ message: string }> {
  const { userId, reason, details = "", messageId, block: alsoBlock = false } = reporting;
  if (!(await canReport(ctx.db, me, userId))) throw new AppError("profile_not_found");
  // Asked again where it counts: here it spares the reading and copying.
  if ((await countReportsToday(ctx.db, me)) >= REPORTS_A_DAY) throw new AppError("report_rate_limit");
  const collected = await collectEvidence(ctx, me, userId, messageId);
  if (!collected) throw new AppError("profile_not_found");
  const { evidence, copies, aboutId } = collected;
  const pictures = copies.map(({ picture }) => picture);
  const insert = async (tx: Tx, stored: readonly StoredPicture[]) => {
    // Whether they are still there does not matter any more: what is kept has been read.
    await holdMembers(tx, me, userId);
    if (alsoBlock) await blockIn(tx, me, userId);
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
    await insertReport(
      tx,
      row,
      stored.map(({ key }, i) => ({ key, what: copies[i]?.what ?? "" })),
    );
    await recordSecurityEvent(ctx, tx, { kind: "report", outcome: "filed", memberId: me });
    await noteReported(tx, userId);
  };
  await storePictures(ctx, pictures, insert);
  return { message: "Thank you. We will look at your report. Nobody is told who sent it." };
}

/** Whether somebody was reported, and no operator found that nothing was wrong. */
export const isReported = (db: Db, memberId: string): Promise<boolean> => hasReports(db, memberId);

/** Throws away what is kept no more of members who have gone. */
export async function sweepReports(ctx: Context, tx: Tx): Promise<void> {
  await discard(ctx, tx, await deleteOldReports(tx, KEPT_DAYS));
}
