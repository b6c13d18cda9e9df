import type { Context } from "#server/context.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { canObject, objectionUrl } from "#server/domains/moderation/objections/objections.policy.ts";
import { findObjection } from "#server/domains/moderation/objections/objections.queries.ts";
import { outcomeEmail, receiptEmail } from "#server/domains/moderation/reports/reports.emails.ts";
import { outcomeOf } from "#server/domains/moderation/reports/reports.policy.ts";
import { findReportForEmail } from "#server/domains/moderation/reports/reports.queries.ts";
import { markOutcomeEmailed } from "#server/domains/moderation/reports/reports.statements.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import type { Job } from "#server/platform/jobs/job.ts";

type ReportRow = NonNullable<Awaited<ReturnType<typeof findReportForEmail>>>;

async function emailReporter(
  ctx: Context,
  { reporter_id }: ReportRow,
  id: string,
  write: (name: string | undefined) => Email,
): Promise<void> {
  const to = await findEmailRecipient(ctx.db, reporter_id);
  if (to) await sendAccountEmail(ctx, { to: to.mailbox, cause: "report", id }, () => write(to.name));
}

export const emailReportReceiptJob: Job<"email-report-receipt", { reportId: string }> = {
  name: "email-report-receipt",
  async handle(ctx, { reportId }, id) {
    const report = await findReportForEmail(ctx.db, reportId);
    if (report) await emailReporter(ctx, report, id, (name) => receiptEmail(name, ctx.site(), report.code));
  },
};

export const emailReportOutcomeJob: Job<"email-report-outcome", { reportId: string }> = {
  name: "email-report-outcome",
  async handle(ctx, { reportId }, id) {
    const report = await findReportForEmail(ctx.db, reportId, ctx.config.statementDelaySeconds);
    // A decision that was undone meanwhile is followed by another one, with a job of its own.
    if (!report || report.resolution === null || report.resolved_at === null) return;
    // That job may have been lost, or the delay was shorter when this one was sent. Later than that one, because two at the
    // same moment would both send.
    const afterSeconds = 2 * ctx.config.statementDelaySeconds;
    if (!report.isSettled)
      return ctx.transact((tx) => ctx.jobs.send(tx, "email-report-outcome", { reportId }, { afterSeconds }));
    const { code, resolution, resolved_at, neutral_outcome, outcome_emailed_at: emailedAt } = report;
    if (emailedAt !== null && emailedAt >= resolved_at) return;
    const outcome = outcomeOf({ resolution, neutral_outcome });
    const hasObjected = (await findObjection(ctx.db, reportId)) !== undefined;
    const objectUrl = canObject(outcome, resolved_at, hasObjected, ctx.now()) ? objectionUrl(ctx, reportId) : undefined;
    const told = { code, outcome, isAgain: emailedAt !== null, objectUrl };
    await emailReporter(ctx, report, id, (name) => outcomeEmail(name, ctx.site(), told));
    await ctx.transact((tx) => markOutcomeEmailed(tx, reportId, report.readAt));
  },
};
