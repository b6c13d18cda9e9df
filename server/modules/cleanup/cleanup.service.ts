import type { Context } from "#server/context.ts";
import { type Tx, transactLong } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { deleteDoneJobs } from "#server/jobs/job-rows.ts";
import { tryEach } from "#server/lib/try-each.ts";
import { sweepAccounts } from "#server/modules/accounts/accounts.service.ts";
import { sweepDownloads } from "#server/modules/data-export/data-export.service.ts";
import { sweepDiscovery } from "#server/modules/discovery/browse.service.ts";
import { sweepIdentities } from "#server/modules/identities/identities.service.ts";
import { sweepMemberUsage } from "#server/modules/member-limits/member-limits.service.ts";
import { sweepNotifications } from "#server/modules/notifications/sweep.service.ts";
import { sweepPayments } from "#server/modules/payments/reconciling.service.ts";
import { sweepPictures } from "#server/modules/photos/photos.service.ts";
import { sweepRateLimits } from "#server/modules/rate-limits/rate-limits.service.ts";
import { sweepRetainedBlocks } from "#server/modules/relationships/relationships.service.ts";
import { purgeRetained } from "#server/modules/safety/purge.service.ts";
import { sweepReports } from "#server/modules/safety/reports.service.ts";
import { sweepSecurityEvents } from "#server/modules/security-events/security-events.service.ts";
import { sweepAnnouncements } from "#server/modules/support/announcing.service.ts";
import { sweepContact } from "#server/modules/support/contact.service.ts";
import { sweepNewsletter } from "#server/modules/support/newsletter.service.ts";
import { sweepWelcomeClaims } from "#server/modules/wallet/wallet.service.ts";

type Sweep = (tx: Tx) => Promise<unknown>;

/** All that has had its day, each in a transaction of its own: what one has locked must not wait for the next one. */
const sweepsOf = (ctx: Context): readonly Sweep[] => [
  sweepRateLimits,
  (tx) => sweepSecurityEvents(ctx, tx),
  sweepMemberUsage,
  sweepAccounts,
  sweepIdentities,
  sweepRetainedBlocks,
  sweepWelcomeClaims,
  sweepDiscovery,
  sweepPayments,
  (tx) => sweepContact(ctx, tx),
  sweepNewsletter,
  sweepAnnouncements,
  (tx) => sweepReports(ctx, tx),
  sweepDownloads,
  sweepNotifications,
  deleteDoneJobs,
];

/** Throws away what has had its day: once an hour, by one of the processes. */
export function housekeepingJobs(ctx: Context): Pick<JobHandlers, "sweep"> {
  return {
    async sweep() {
      const work: readonly (() => Promise<unknown>)[] = [
        ...sweepsOf(ctx).map((one) => () => transactLong(ctx, one)),
        () => purgeRetained(ctx),
        () => sweepPictures(ctx),
      ];
      await tryEach(work, (one) => one());
    },
  };
}
