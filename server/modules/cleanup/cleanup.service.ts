import type { Context } from "#server/context.ts";
import { type Tx, transactLong } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { deleteFinishedJobs } from "#server/jobs/job-rows.ts";
import { tryEach } from "#server/lib/batcher.ts";
import { eraseEndedAccounts } from "#server/modules/account-deletion/account-deletion.service.ts";
import { purgeExpiredAccountRows } from "#server/modules/accounts/accounts.service.ts";
import { deleteOldDailySets } from "#server/modules/daily-sets/daily-sets.service.ts";
import { deleteOldExports } from "#server/modules/data-export/data-export.service.ts";
import { deleteExpiredResults, deleteOldChanges } from "#server/modules/discovery/search-index.service.ts";
import { purgeExpiredFactorRows } from "#server/modules/factors/factors.service.ts";
import { purgeOldDevices } from "#server/modules/identities/devices.service.ts";
import { purgeExpiredIdentities } from "#server/modules/identities/identities.service.ts";
import { purgeOldComparisons } from "#server/modules/image-checks/image-comparisons.service.ts";
import { purgeExpiredUsage } from "#server/modules/member-limits/member-limits.service.ts";
import { analyzeMessages, purgeEndedConversations } from "#server/modules/messages/messages.service.ts";
import { deleteOldDecisions } from "#server/modules/moderation/decisions.service.ts";
import { purgeOldNotices } from "#server/modules/notices/notices.service.ts";
import { cleanUpNotifications } from "#server/modules/notifications/notifications.service.ts";
import { deleteExpiredPasses } from "#server/modules/passes/passes.service.ts";
import { deleteOldPaymentData } from "#server/modules/payments/reconciliation.service.ts";
import { purgeEvidence, purgePendingUploads } from "#server/modules/photos/photos.service.ts";
import { purgeExpiredRateLimits } from "#server/modules/rate-limits/rate-limits.service.ts";
import { deleteExpiredRetainedBlocks } from "#server/modules/relationships/relationships.service.ts";
import { KEPT_DAYS, purgeOldReports, purgeRetained } from "#server/modules/safety/reports.service.ts";
import { purgeOldSecurityEvents } from "#server/modules/security-events/security-events.service.ts";
import { purgeExpiredStaffRows } from "#server/modules/staff/staff.service.ts";
import { purgeStatusEvents } from "#server/modules/status-events/status-events.service.ts";
import { purgeBroadcasts } from "#server/modules/support/broadcasts.service.ts";
import { purgeContactMessages } from "#server/modules/support/contact.service.ts";
import { purgeNewsletter } from "#server/modules/support/newsletter.service.ts";
import { purgeTrustedContacts } from "#server/modules/trusted-contacts/trusted-contacts.service.ts";
import { purgeVerifications } from "#server/modules/verification/verification-decisions.service.ts";
import { deleteExpiredWelcomeClaims } from "#server/modules/wallet/wallet.service.ts";
import { deleteOldComparisons } from "#server/modules/week-comparisons/week-comparisons.service.ts";

type CleanupTask = (tx: Tx) => Promise<unknown>;

/** Each task has its own transaction, so that it does not hold locks while the next one runs. */
const createTasks = (ctx: Context): readonly CleanupTask[] => [
  purgeExpiredRateLimits,
  (tx) => purgeOldSecurityEvents(ctx, tx),
  purgeStatusEvents,
  purgeExpiredUsage,
  purgeExpiredAccountRows,
  purgeExpiredFactorRows,
  purgeExpiredIdentities,
  purgeOldDevices,
  deleteExpiredRetainedBlocks,
  deleteExpiredPasses,
  deleteOldDailySets,
  deleteOldComparisons,
  deleteExpiredWelcomeClaims,
  deleteExpiredResults,
  deleteOldChanges,
  deleteOldPaymentData,
  (tx) => purgeContactMessages(ctx, tx),
  purgeNewsletter,
  (tx) => purgeTrustedContacts(ctx, tx),
  purgeOldNotices,
  purgeBroadcasts,
  (tx) => purgeOldReports(ctx, tx),
  (tx) => deleteOldDecisions(tx, KEPT_DAYS),
  (tx) => purgeEvidence(ctx, tx),
  deleteOldExports,
  purgeOldComparisons,
  purgeExpiredStaffRows,
  cleanUpNotifications,
  deleteFinishedJobs,
  analyzeMessages,
];

export function cleanupJobs(ctx: Context): Pick<JobHandlers, "cleanup"> {
  return {
    async cleanup() {
      const work: readonly (() => Promise<unknown>)[] = [
        ...createTasks(ctx).map((task) => () => transactLong(ctx, task)),
        () => eraseEndedAccounts(ctx),
        () => purgeRetained(ctx),
        () => purgeEndedConversations(ctx),
        () => purgeVerifications(ctx),
        () => purgePendingUploads(ctx),
      ];
      // One failing task does not keep the others from running.
      await tryEach(work, (one) => one());
    },
  };
}
