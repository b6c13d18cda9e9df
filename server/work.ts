import type { Context } from "#server/context.ts";
import type { JobHandlers } from "#server/jobs.ts";
import { accountsJobs } from "#server/modules/accounts/links.service.ts";
import { demoJobs } from "#server/modules/demo/demo-company.ts";
import { housekeepingJobs } from "#server/modules/housekeeping/housekeeping.service.ts";
import { paymentsJobs } from "#server/modules/payments/reconciling.service.ts";

/** What is done later, by the modules that know how. */
export const jobHandlers = (ctx: Context): JobHandlers => ({
  ...accountsJobs(ctx),
  ...demoJobs(ctx),
  ...paymentsJobs(ctx),
  ...housekeepingJobs(ctx),
});
