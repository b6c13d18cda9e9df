import type { Context } from "#server/context.ts";
import { deleteDoneJobs } from "#server/db/job-rows.ts";
import type { JobHandlers } from "#server/jobs.ts";
import { sweepAccounts } from "#server/modules/accounts/accounts.service.ts";
import { sweepDiscovery } from "#server/modules/discovery/browse.service.ts";
import { sweepDownloads } from "#server/modules/leaving/downloads.service.ts";
import { sweepNotifications } from "#server/modules/notifications/sweep.service.ts";
import { sweepPayments } from "#server/modules/payments/reconciling.service.ts";
import { sweepPictures } from "#server/modules/pictures/pictures.service.ts";
import { sweepReports } from "#server/modules/safety/reports.service.ts";
import { sweepAnnouncements } from "#server/modules/support/announcing.service.ts";
import { sweepContact } from "#server/modules/support/contact.service.ts";
import { sweepNewsletter } from "#server/modules/support/newsletter.service.ts";

/** Throws away what has had its day: once an hour, by one of the processes. */
export function housekeepingJobs(ctx: Context): Pick<JobHandlers, "sweep"> {
  return {
    async sweep() {
      await ctx.transact(async (tx) => {
        await sweepAccounts(tx);
        await sweepDiscovery(tx);
        await sweepPayments(tx);
        await sweepContact(ctx, tx);
        await sweepNewsletter(tx);
        await sweepAnnouncements(tx);
        await sweepReports(ctx, tx);
        await sweepDownloads(tx);
        await sweepNotifications(tx);
        await deleteDoneJobs(tx);
      });
      await sweepPictures(ctx);
    },
  };
}
