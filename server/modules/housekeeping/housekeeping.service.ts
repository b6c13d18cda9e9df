import type { Context } from "#server/context.ts";
import type { JobHandlers } from "#server/jobs.ts";
import { sweepAccounts } from "#server/modules/accounts/accounts.service.ts";
import { sweepDiscovery } from "#server/modules/discovery/browse.service.ts";
import { sweepPayments } from "#server/modules/payments/reconciling.service.ts";
import { sweepPictures } from "#server/modules/pictures/pictures.service.ts";

/** Throws away what has had its day: once an hour, by one of the processes. */
export function housekeepingJobs(ctx: Context): Pick<JobHandlers, "sweep"> {
  return {
    async sweep() {
      await ctx.transact(async (tx) => {
        await sweepAccounts(tx);
        await sweepDiscovery(tx);
        await sweepPayments(tx);
      });
      await sweepPictures(ctx);
    },
  };
}
