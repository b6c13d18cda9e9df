import { demoJobs } from "#demo/demo-bots.ts";
import type { Context } from "#server/context.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { emailChangeJobs } from "#server/modules/accounts/email-change.service.ts";
import { accountsJobs } from "#server/modules/accounts/links.service.ts";
import { loginJobs } from "#server/modules/accounts/login.service.ts";
import { returningJobs } from "#server/modules/admin/returning.service.ts";
import { standingJobs } from "#server/modules/admin/standing.service.ts";
import { housekeepingJobs } from "#server/modules/cleanup/cleanup.service.ts";
import { mailJobs } from "#server/modules/notifications/mails.service.ts";
import { pushJobs } from "#server/modules/notifications/push.service.ts";
import { type Pauses, sweepJobs } from "#server/modules/notifications/sweep.service.ts";
import { paymentsJobs } from "#server/modules/payments/reconciling.service.ts";
import { profileChangesJobs } from "#server/modules/profiles/profile-changes.service.ts";
import { announcingJobs } from "#server/modules/support/announcing.service.ts";
import { contactJobs } from "#server/modules/support/contact.service.ts";
import { newsletterJobs } from "#server/modules/support/newsletter.service.ts";

/**
 * What is done later, by the modules that know how.
 * @param pauses other than the usual ones, before somebody is told of something
 */
export const jobHandlers = (ctx: Context, pauses?: Pauses): JobHandlers => ({
  ...accountsJobs(ctx),
  ...emailChangeJobs(ctx),
  ...loginJobs(ctx),
  ...demoJobs(ctx),
  ...paymentsJobs(ctx),
  ...profileChangesJobs(ctx),
  ...contactJobs(ctx),
  ...newsletterJobs(ctx),
  ...announcingJobs(ctx),
  ...pushJobs(ctx),
  ...mailJobs(ctx),
  ...sweepJobs(ctx, pauses),
  ...housekeepingJobs(ctx),
  ...standingJobs(ctx),
  ...returningJobs(ctx),
});
