import {
  demoCrushJob,
  demoDateAnswerJob,
  demoDateProposalJob,
  demoMessageJob,
  demoNeighborsJob,
} from "#demo/demo-bots.ts";
import { emailAddressChangeJob, emailAddressNoticeJob } from "#server/modules/accounts/email-change.service.ts";
import {
  emailPasswordChangedJob,
  emailPasswordResetJob,
  emailVerificationJob,
} from "#server/modules/accounts/email-tokens.service.ts";
import { emailLoginLinkJob, emailNewLoginJob } from "#server/modules/accounts/login.service.ts";
import { liftExpiredSuspensionsJob, suspendReturningMemberJob } from "#server/modules/admin/suspensions.service.ts";
import { attachFraudSignalJob } from "#server/modules/cases/fraud-signals.service.ts";
import { cleanupJob } from "#server/modules/cleanup/cleanup.service.ts";
import { returnUnopenedCrushesJob, returnUnopenedCrushJob } from "#server/modules/crushes/unopened-crushes.service.ts";
import { newMemberAlertsJob } from "#server/modules/discovery/new-member-alerts.service.ts";
import { emailFactorNoticeJob } from "#server/modules/factors/factors.service.ts";
import {
  checkEarlierImagesJob,
  checkImageJob,
  releaseImageJob,
} from "#server/modules/image-reviews/image-reviews.service.ts";
import {
  compareImagesJob,
  emailPhotoHeldJob,
  holdCopyJob,
} from "#server/modules/image-reviews/stored-images.service.ts";
import { emailWorkoutDateJob, workoutDatesJob } from "#server/modules/messages/workout-date-jobs.service.ts";
import {
  emailAppealOutcomeJob,
  emailAppealReceiptJob,
  emailDecisionUndoneJob,
  emailStatementJob,
} from "#server/modules/moderation/statements.service.ts";
import {
  emailFraudCorrectionJob,
  emailFraudNoticeJob,
  sendFraudCorrectionsJob,
  sendFraudNoticesJob,
} from "#server/modules/notices/fraud-notices.service.ts";
import {
  attachNoticeJob,
  emailNoticeOutcomeJob,
  emailNoticeReceiptJob,
} from "#server/modules/notices/notices.service.ts";
import { emailNotificationJob } from "#server/modules/notifications/email.service.ts";
import { notificationDigestJob } from "#server/modules/notifications/notifications.service.ts";
import { pushFallbackJob, pushSendJob } from "#server/modules/notifications/push.service.ts";
import {
  adjustChargesJob,
  cancelPaymentsJob,
  paymentReconciliationJob,
  subscriptionExpiredJob,
} from "#server/modules/payments/reconciliation.service.ts";
import { applyProfileChangesJob } from "#server/modules/profiles/profile-changes.service.ts";
import { emailReportOutcomeJob, emailReportReceiptJob } from "#server/modules/safety/report-emails.service.ts";
import { endPausesJob } from "#server/modules/settings/settings.service.ts";
import { broadcastEmailJob, broadcastFanoutJob } from "#server/modules/support/broadcasts.service.ts";
import { emailContactMessageJob } from "#server/modules/support/contact.service.ts";
import { emailNewsletterConfirmationJob } from "#server/modules/support/newsletter.service.ts";
import { emailAccountStatusJob } from "#server/modules/suspensions/suspensions.service.ts";
import {
  dateSharesJob,
  emailTrustedContactJob,
} from "#server/modules/trusted-contacts/trusted-contact-jobs.service.ts";
import { emailSelfieOutcomeJob } from "#server/modules/verification/verification-emails.service.ts";
import {
  checkRefundJob,
  emailFailedRefundJob,
  emailPurchaseJob,
  emailWithdrawalJob,
  refundWithdrawalJob,
  withdrawalRefundsJob,
} from "#server/modules/withdrawals/withdrawal-jobs.service.ts";

/** All jobs, in the order in which their workers start; a dead letter comes before the job that it is of. */
export const JOBS = [
  emailAccountStatusJob,
  emailReportReceiptJob,
  emailReportOutcomeJob,
  emailStatementJob,
  emailDecisionUndoneJob,
  emailAppealReceiptJob,
  emailAppealOutcomeJob,
  emailSelfieOutcomeJob,
  emailVerificationJob,
  emailPasswordResetJob,
  emailPasswordChangedJob,
  emailLoginLinkJob,
  emailNewLoginJob,
  emailFactorNoticeJob,
  emailAddressChangeJob,
  emailAddressNoticeJob,
  emailContactMessageJob,
  emailPhotoHeldJob,
  attachNoticeJob,
  emailNoticeReceiptJob,
  emailNoticeOutcomeJob,
  attachFraudSignalJob,
  sendFraudNoticesJob,
  emailFraudNoticeJob,
  sendFraudCorrectionsJob,
  emailFraudCorrectionJob,
  emailWorkoutDateJob,
  emailTrustedContactJob,
  emailNewsletterConfirmationJob,
  broadcastFanoutJob,
  broadcastEmailJob,
  emailNotificationJob,
  pushFallbackJob,
  pushSendJob,
  demoCrushJob,
  demoMessageJob,
  demoDateAnswerJob,
  demoDateProposalJob,
  demoNeighborsJob,
  cancelPaymentsJob,
  adjustChargesJob,
  emailPurchaseJob,
  emailWithdrawalJob,
  emailFailedRefundJob,
  checkRefundJob,
  refundWithdrawalJob,
  withdrawalRefundsJob,
  suspendReturningMemberJob,
  checkImageJob,
  releaseImageJob,
  checkEarlierImagesJob,
  holdCopyJob,
  compareImagesJob,
  workoutDatesJob,
  dateSharesJob,
  paymentReconciliationJob,
  subscriptionExpiredJob,
  notificationDigestJob,
  applyProfileChangesJob,
  liftExpiredSuspensionsJob,
  endPausesJob,
  returnUnopenedCrushJob,
  returnUnopenedCrushesJob,
  newMemberAlertsJob,
  cleanupJob,
] as const;

type ListedJob = (typeof JOBS)[number];
export type JobName = ListedJob["name"];
export type JobData = { readonly [J in ListedJob as J["name"]]: Parameters<J["handle"]>[1] };
