import { deleteUnpaidTestSessions } from "#server/adapters/test-payments.repo.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs.ts";
import {
  deleteOldPayments,
  expireForgotten,
  findDueMemberships,
  findOpenEvents,
  findPaymentsToLookAt,
  findUnheardSessions,
  lookAtCheckout,
  lookAtMembership,
} from "#server/modules/payments/events.repo.ts";
import { settlePayment, settleSession, settleSubscription } from "#server/modules/payments/settling.service.ts";
import { handleEvent } from "#server/modules/payments/webhooks.service.ts";

const AT_ONCE = 100;
/** The next round begins after five minutes. */
const ROUND_MS = 4 * 60_000;
/** Failures in a row after which the provider counts as away: the next round goes on where this one stopped. */
const FAILURES = 3;

/**
 * Looks for what was missed: events that were not acted on, sessions that nobody told of, memberships whose period is over,
 * packs that were paid back.
 * @throws AggregateError of what could not be looked at, when the round is over
 */
export async function reconcile(ctx: Context): Promise<void> {
  const { payments } = ctx;
  if (!payments) return;
  const until = Date.now() + ROUND_MS;
  const failed: unknown[] = [];
  let inARow = 0;
  const each = async <T>(list: readonly T[], step: (one: T) => Promise<void>): Promise<void> => {
    for (const one of list) {
      if (inARow === FAILURES || Date.now() > until) return;
      try {
        await step(one);
        inARow = 0;
      } catch (error) {
        failed.push(error);
        inARow++;
      }
    }
  };
  await ctx.transact(expireForgotten);
  await each(await findOpenEvents(ctx.db, AT_ONCE), ({ id, subject }) => handleEvent(ctx, id, subject));
  await each(await findUnheardSessions(ctx.db, AT_ONCE), async (id) => {
    await ctx.transact((tx) => lookAtCheckout(tx, "session_id", id));
    await settleSession(ctx, payments, id);
  });
  await each(await findDueMemberships(ctx.db, AT_ONCE), async (id) => {
    await ctx.transact((tx) => lookAtMembership(tx, id));
    await settleSubscription(ctx, payments, id);
  });
  await each(await findPaymentsToLookAt(ctx.db, AT_ONCE), async (id) => {
    await ctx.transact((tx) => lookAtCheckout(tx, "payment_id", id));
    await settlePayment(ctx, payments, id);
  });
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} payments could not be looked at`);
}

export const paymentsJobs = (ctx: Context): Pick<JobHandlers, "reconcile"> => ({
  reconcile: () => reconcile(ctx),
});

/** Throws away what nobody asks about any more. */
export async function sweepPayments(tx: Tx): Promise<void> {
  await deleteOldPayments(tx);
  await deleteUnpaidTestSessions(tx);
}
