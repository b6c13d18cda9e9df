import type { Context } from "#server/context.ts";
import type { Email } from "#server/email/email-layout.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import { outcomeEmail, receiptEmail } from "#server/modules/safety/safety.emails.ts";
import { findReportForEmail } from "#server/modules/safety/safety.queries.ts";

type ReportRow = NonNullable<Awaited<ReturnType<typeof findReportForEmail>>>;

/** Sends an email about a report to its reporter, unless one of the two is gone. */
async function emailReporter(
  ctx: Context,
  { reportId, id }: { readonly reportId: string; readonly id: string },
  write: (report: ReportRow, name: string | undefined) => Email | undefined,
): Promise<void> {
  const report = await findReportForEmail(ctx.db, reportId);
  const to = report && (await findEmailRecipient(ctx.db, report.reporter_id));
  const email = to && write(report, to.name);
  if (email) await sendAccountEmail(ctx, { to: to.mailbox, cause: "report", id }, () => email);
}

export const reportJobs = (ctx: Context): Pick<JobHandlers, "email-report-receipt" | "email-report-outcome"> => ({
  "email-report-receipt": ({ reportId }, id) =>
    emailReporter(ctx, { reportId, id }, ({ code }, name) => receiptEmail(name, ctx.site(), code)),
  "email-report-outcome": ({ reportId }, id) =>
    emailReporter(ctx, { reportId, id }, ({ code, resolution }, name) =>
      // A decision that was undone meanwhile is followed by another one.
      resolution === null ? undefined : outcomeEmail(name, ctx.site(), { code, isUpheld: resolution !== "none" }),
    ),
});
