import type { Context } from "#server/context.ts";
import type { DemoJobName, JobHandlers } from "#server/jobs/job-queue.ts";
import { emailChangeJobs } from "#server/modules/accounts/email-change.service.ts";
import { accountsJobs } from "#server/modules/accounts/email-tokens.service.ts";
import { loginJobs } from "#server/modules/accounts/login.service.ts";
import { operatorJobs } from "#server/modules/admin/suspensions.service.ts";
import { caseJobs } from "#server/modules/cases/fraud-signals.service.ts";
import { cleanupJobs } from "#server/modules/cleanup/cleanup.service.ts";
import { unopenedCrushJobs } from "#server/modules/crushes/unopened-crushes.service.ts";
import { newMemberAlertJobs } from "#server/modules/discovery/new-member-alerts.service.ts";
import { factorsJobs } from "#server/modules/factors/factors.service.ts";
import { imageReviewJobs } from "#server/modules/image-reviews/image-reviews.service.ts";
import { storedImageJobs } from "#server/modules/image-reviews/stored-images.service.ts";
import { workoutDateJobs } from "#server/modules/messages/workout-date-jobs.service.ts";
import { statementJobs } from "#server/modules/moderation/statements.service.ts";
import { fraudNoticeJobs } from "#server/modules/notices/fraud-notices.service.ts";
import { noticeJobs } from "#server/modules/notices/notices.service.ts";
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
import { trustedContactJobs } from "#server/modules/trusted-contacts/trusted-contact-jobs.service.ts";
import { verificationJobs } from "#server/modules/verification/verification-emails.service.ts";
import { withdrawalJobs } from "#server/modules/withdrawals/withdrawal-jobs.service.ts";

/** The handlers of all modules; those of `demo/` are added in `main.ts`. */
export const createJobHandlers = (ctx: Context): Omit<JobHandlers, DemoJobName> => ({
  ...accountsJobs(ctx),
  ...emailChangeJobs(ctx),
  ...loginJobs(ctx),
  ...factorsJobs(ctx),
  ...paymentsJobs(ctx),
  ...withdrawalJobs(ctx),
  ...profileChangesJobs(ctx),
  ...contactJobs(ctx),
  ...noticeJobs(ctx),
  ...caseJobs(ctx),
  ...fraudNoticeJobs(ctx),
  ...newsletterJobs(ctx),
  ...broadcastJobs(ctx),
  ...pushJobs(ctx),
  ...emailJobs(ctx),
  ...notificationJobs(ctx),
  ...unopenedCrushJobs(ctx),
  ...newMemberAlertJobs(ctx),
  ...cleanupJobs(ctx),
  ...suspensionJobs(ctx),
  ...reportJobs(ctx),
  ...statementJobs(ctx),
  ...verificationJobs(ctx),
  ...operatorJobs(ctx),
  ...settingsJobs(ctx),
  ...imageReviewJobs(ctx),
  ...storedImageJobs(ctx),
  ...workoutDateJobs(ctx),
  ...trustedContactJobs(ctx),
});
