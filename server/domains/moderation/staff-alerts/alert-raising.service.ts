import { HOUR_S } from "#contract/durations.ts";
import { URGENCIES } from "#contract/moderation/alert-kinds.ts";
import type { Context } from "#server/context.ts";
import {
  consumeRateLimit,
  type RateLimit,
  readRateLimit,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { findIsAboutSelfies } from "#server/domains/moderation/cases/cases.queries.ts";
import { lockCase } from "#server/domains/moderation/cases/cases.repo.ts";
import { claimantOf } from "#server/domains/moderation/cases/cases.service.ts";
import { NOTICE_URGENCY, noticeDueAt } from "#server/domains/moderation/notices/notices.policy.ts";
import { lockNotice, markNoticeAlerted } from "#server/domains/moderation/notices/notices.statements.ts";
import { findObjection } from "#server/domains/moderation/objections/objections.queries.ts";
import { alertKindOf, rolesFor } from "#server/domains/moderation/staff-alerts/alerts.policy.ts";
import {
  countWaiting,
  findCasesToAlert,
  findItemsToAlert,
  findNoticesToAlert,
} from "#server/domains/moderation/staff-alerts/alerts.queries.ts";
import { insertAlerts, markItemsAlerted, type NewAlert } from "#server/domains/moderation/staff-alerts/alerts.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach, tryPages } from "#server/platform/lib/batcher.ts";

async function raise(ctx: Context, tx: Tx, alert: NewAlert, roles: ReturnType<typeof rolesFor>): Promise<void> {
  for (const { id: alertId, staffId, byEmail, byPush } of await insertAlerts(tx, alert, roles)) {
    if (byEmail) await ctx.jobs.send(tx, "email-staff-alert", { staffId, alertId });
    if (byPush) await ctx.jobs.send(tx, "push-staff-alert", { staffId, alertId });
  }
}

/** The lock of the case serializes repeats, and they find nothing to do. */
const raiseForCase = (ctx: Context, caseId: string): Promise<void> =>
  ctx.transact(async (tx) => {
    const row = await lockCase(tx, caseId);
    if (row?.state !== "open") return;
    const isClaimed = claimantOf(row, ctx.now()) !== undefined;
    const items = (await findItemsToAlert(tx, caseId)).filter(({ isNews }) => isNews || !isClaimed);
    if (items.length === 0) return;
    const roles = rolesFor(row.kind, await findIsAboutSelfies(tx, caseId));
    const seen = new Set<string>();
    // The most urgent first, because an alert of it is enough.
    for (const { kind: item, urgency, dueAt } of items.toSorted(
      (one, other) =>
        URGENCIES.indexOf(one.urgency) - URGENCIES.indexOf(other.urgency) ||
        one.dueAt.getTime() - other.dueAt.getTime(),
    )) {
      const kind = alertKindOf(item, urgency);
      // There can be a thousand notices, and each needs what the first one does.
      if (seen.has(`${kind} ${urgency}`)) continue;
      seen.add(`${kind} ${urgency}`);
      await raise(ctx, tx, { caseId, noticeId: null, kind, urgency, round: row.decided_version, dueAt }, roles);
    }
    await markItemsAlerted(tx, items);
  });

const raiseForNotice = (ctx: Context, noticeId: string): Promise<void> =>
  ctx.transact(async (tx) => {
    const notice = await lockNotice(tx, noticeId);
    if (!notice || notice.alert_at === null) return;
    await markNoticeAlerted(tx, noticeId);
    if (notice.member_id !== null || notice.decided_at !== null) return;
    const { urgency } = NOTICE_URGENCY[notice.kind];
    const dueAt = noticeDueAt(notice.kind, notice.waiting_since);
    const isAgain = (await findObjection(tx, noticeId)) !== undefined;
    const kind = alertKindOf(isAgain ? "objection" : "notice", urgency);
    const round = isAgain ? 1 : 0;
    await raise(ctx, tx, { caseId: null, noticeId, kind, urgency, round, dueAt }, rolesFor("member", false));
  });

/** Of what cannot wait for the next run of `staff-alerts`. */
export const alertStaffJob: Job<"alert-staff", { caseId: string } | { noticeId: string }> = {
  name: "alert-staff",
  handle: (ctx, subject) =>
    "caseId" in subject ? raiseForCase(ctx, subject.caseId) : raiseForNotice(ctx, subject.noticeId),
};

const OVERDUE_MAILS: RateLimit = { name: "overdue emails", limit: 1, windowSeconds: HOUR_S };
/** While nothing else becomes overdue. */
const SAME_OVERDUE_MAILS: RateLimit = { name: "overdue emails without news", limit: 1, windowSeconds: 24 * HOUR_S };

async function reportOverdue(ctx: Context): Promise<void> {
  const times = (await countWaiting(ctx.db)).flatMap(({ lastDueAt }) => (lastDueAt ? [lastDueAt.getTime()] : []));
  if (times.length === 0) return;
  // What becomes overdue next was due later than all that was mailed.
  const news = String(Math.max(...times));
  await ctx.transact(async (tx) => {
    if (!(await readRateLimit(ctx, tx, SAME_OVERDUE_MAILS, news)).allowed) return;
    if (!(await consumeRateLimit(ctx, tx, OVERDUE_MAILS)).allowed) return;
    await consumeRateLimit(ctx, tx, SAME_OVERDUE_MAILS, news);
    await ctx.jobs.send(tx, "email-overdue-cases", {});
  });
}

const PAGE = 100;

export const staffAlertsJob: Job<"staff-alerts"> = {
  name: "staff-alerts",
  schedule: "* * * * *",
  handle: (ctx) => {
    const cases = () =>
      tryPages(
        (after: string | undefined) => findCasesToAlert(ctx.db, after, PAGE),
        (page) => tryEach(page, (id) => raiseForCase(ctx, id)),
      );
    const notices = () =>
      tryPages(
        (after: string | undefined) => findNoticesToAlert(ctx.db, after, PAGE),
        (page) => tryEach(page, (id) => raiseForNotice(ctx, id)),
      );
    return tryEach([cases, notices, () => reportOverdue(ctx)], (step) => step());
  },
};
