import type { Context } from "#server/context.ts";
import type { DemoJobName, JobHandlers } from "#server/jobs/job-queue.ts";
import { emailChangeJobs } from "#server/modules/accounts/email-change.service.ts";
import { accountsJobs } from "#server/modules/accounts/email-tokens.service.ts";
import { loginJobs } from "#server/modules/accounts/login.service.ts";
import { operatorJobs } from "#server/modules/admin/suspensions.service.ts";
import { cleanupJobs } from "#server/modules/cleanup/cleanup.service.ts";
import { imageReviewJobs } from "#server/modules/image-reviews/image-reviews.service.ts";
import { statementJobs } from "#server/modules/moderation/statements.service.ts";
import { emailJobs } from "#server/modules/notifications/email.service.ts";
import { notificationJobs } from "#server/modules/notifications/notifications.service.ts";
import { pushJobs } from "#server/modules/notifications/push.service.ts";
import { paymentsJobs } from "#server/modules/payments/reconciliation.service.ts";
import { profileChangesJobs } from "#server/modules/profiles/profile-changes.service.ts";
import { reportJobs } from "#server/modules/safety/report-emails.service.ts";
import { settingsJobs } from "#server/modules/settings/settings.service.ts";
import { broadcastJobs } from "#server/modules/support/broadcasts.service.ts";
import { contactJobs } from "#server/modules/support/contact.service.ts";
import { newsletterJobs } from "#server/modules/support/newsletter.service.ts";
import { suspensionJobs } from "#server/modules/suspensions/suspensions.service.ts";

/** The handlers of all modules; those of `demo/` are added in `main.ts`. */
export const createJobHandlers = (ctx: Context): Omit<JobHandlers, DemoJobName> => ({
  ...accountsJobs(ctx),
  ...emailChangeJobs(ctx),
  ...loginJobs(ctx),
  ...paymentsJobs(ctx),
  ...profileChangesJobs(ctx),
  ...contactJobs(ctx),
  ...newsletterJobs(ctx),
  ...broadcastJobs(ctx),
  ...pushJobs(ctx),
  ...emailJobs(ctx),
  ...notificationJobs(ctx),
  ...cleanupJobs(ctx),
  ...suspensionJobs(ctx),
  ...reportJobs(ctx),
  ...statementJobs(ctx),
  ...operatorJobs(ctx),
  ...settingsJobs(ctx),
  ...imageReviewJobs(ctx),
});
