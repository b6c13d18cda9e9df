import {
  demoCrushJob,
  demoDateAnswerJob,
  demoDateProposalJob,
  demoMessageJob,
  demoNeighborsJob,
} from "#demo/demo-bots.ts";
import { emailAddressChangeJob, emailAddressNoticeJob } from "#server/domains/accounts/email/email-change.service.ts";
import {
  emailPasswordChangedJob,
  emailPasswordResetJob,
  emailVerificationJob,
} from "#server/domains/accounts/email/email-tokens.service.ts";
import { emailFactorNoticeJob } from "#server/domains/accounts/factors/factors.service.ts";
import { emailLoginLinkJob, emailNewLoginJob } from "#server/domains/accounts/login/login.service.ts";
import { endPausesJob } from "#server/domains/accounts/settings/settings.service.ts";
import {
  adjustChargesJob,
  cancelPaymentsJob,
  paymentReconciliationJob,
  subscriptionExpiredJob,
} from "#server/domains/billing/payments/reconciliation.service.ts";
import {
  checkRefundJob,
  emailFailedRefundJob,
  emailPurchaseJob,
  emailWithdrawalJob,
  refundWithdrawalJob,
  withdrawalRefundsJob,
} from "#server/domains/billing/withdrawals/withdrawal-jobs.service.ts";
import { returnUnopenedCrushesJob, returnUnopenedCrushJob } from "#server/domains/crushes/unopened-crushes.service.ts";
import { newMemberAlertsJob } from "#server/domains/discovery/new-member-alerts.service.ts";
import { eraseAccountJob } from "#server/domains/member-data/account-deletion/erasing.service.ts";
import { cleanupJob } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { prepareDataCopyJob } from "#server/domains/member-data/export/data-copies.service.ts";
import { emailExportLinkJob } from "#server/domains/member-data/export/export-links.service.ts";
import { applyProfileChangesJob } from "#server/domains/members/profiles/profile-changes.service.ts";
import { attachFraudSignalJob } from "#server/domains/moderation/cases/fraud-signals.service.ts";
import {
  emailAppealOutcomeJob,
  emailAppealReceiptJob,
  emailDecisionUndoneJob,
  emailStatementJob,
} from "#server/domains/moderation/decisions/statements.service.ts";
import {
  checkEarlierImagesJob,
  checkImageJob,
  releaseImageJob,
} from "#server/domains/moderation/image-checks/image-reviews.service.ts";
import {
  compareImagesJob,
  emailPhotoHeldJob,
  holdCopyJob,
} from "#server/domains/moderation/image-checks/stored-images.service.ts";
import {
  emailFraudCorrectionJob,
  emailFraudNoticeJob,
  sendFraudCorrectionsJob,
  sendFraudNoticesJob,
} from "#server/domains/moderation/notices/fraud-notices.service.ts";
import {
  attachNoticeJob,
  emailNoticeOutcomeJob,
  emailNoticeReceiptJob,
} from "#server/domains/moderation/notices/notices.service.ts";
import {
  liftExpiredSuspensionsJob,
  suspendReturningMemberJob,
} from "#server/domains/moderation/operators/suspensions.service.ts";
import {
  emailReportOutcomeJob,
  emailReportReceiptJob,
} from "#server/domains/moderation/reports/report-emails.service.ts";
import { emailAccountStatusJob } from "#server/domains/moderation/restrictions/suspensions.service.ts";
import {
  emailOverdueCasesJob,
  emailStaffAlertJob,
  pushStaffAlertJob,
} from "#server/domains/moderation/staff-alerts/alert-delivery.service.ts";
import { alertStaffJob, staffAlertsJob } from "#server/domains/moderation/staff-alerts/alert-raising.service.ts";
import { emailStaffCodeJob } from "#server/domains/moderation/staff-alerts/alert-settings.service.ts";
import { emailSelfieOutcomeJob } from "#server/domains/moderation/verification/verification-decisions.service.ts";
import { emailNotificationJob } from "#server/domains/notifications/email/email.service.ts";
import { notificationDigestJob } from "#server/domains/notifications/notifications.service.ts";
import { pushFallbackJob, pushSendJob } from "#server/domains/notifications/push/push.service.ts";
import { broadcastEmailJob, broadcastFanoutJob } from "#server/domains/site/broadcasts.service.ts";
import { emailContactMessageJob } from "#server/domains/site/contact.service.ts";
import { emailContactAnswerJob } from "#server/domains/site/contact-answers.service.ts";
import { emailNewsletterConfirmationJob } from "#server/domains/site/newsletter.service.ts";
import {
  dateSharesJob,
  emailTrustedContactJob,
} from "#server/domains/training/trusted-contacts/trusted-contact-jobs.service.ts";
import { applyTrainingChangesJob } from "#server/domains/training/weeks/training.service.ts";
import {
  emailWorkoutDateJob,
  workoutDatesJob,
} from "#server/domains/training/workout-dates/workout-date-jobs.service.ts";

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
  emailExportLinkJob,
  alertStaffJob,
  emailStaffAlertJob,
  pushStaffAlertJob,
  emailStaffCodeJob,
  emailOverdueCasesJob,
  emailVerificationJob,
  emailPasswordResetJob,
  emailPasswordChangedJob,
  emailLoginLinkJob,
  emailNewLoginJob,
  emailFactorNoticeJob,
  emailAddressChangeJob,
  emailAddressNoticeJob,
  emailContactAnswerJob,
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
  applyTrainingChangesJob,
  liftExpiredSuspensionsJob,
  staffAlertsJob,
  endPausesJob,
  returnUnopenedCrushJob,
  returnUnopenedCrushesJob,
  newMemberAlertsJob,
  cleanupJob,
  eraseAccountJob,
  prepareDataCopyJob,
] as const;

type ListedJob = (typeof JOBS)[number];
export type JobName = ListedJob["name"];
export type JobData = { readonly [J in ListedJob as J["name"]]: Parameters<J["handle"]>[1] };
