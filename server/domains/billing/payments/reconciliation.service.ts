import type { Context } from "#server/context.ts";
import {
  updateCheckoutCheckedAt,
  updateExpired,
  updatePaymentCheckedAt,
} from "#server/domains/billing/payments/checkouts.repo.ts";
import { fulfillSession, syncPayment, syncSubscription } from "#server/domains/billing/payments/fulfillment.service.ts";
import { adjustCharges, cancelPayments } from "#server/domains/billing/payments/payment-cancellation.service.ts";
import {
  findAbandonedCheckouts,
  findBuyersToAdjust,
  findDeletedBuyers,
  findPaymentsDueForCheck,
  findSubscriptionsDueForCheck,
  findUnconfirmedSessions,
  findUnprocessedEvents,
} from "#server/domains/billing/payments/reconciliation.queries.ts";
import { processEvent } from "#server/domains/billing/payments/webhooks.service.ts";
import { updateSubscriptionCheckedAt } from "#server/domains/billing/subscriptions/subscriptions.repo.ts";
import { emitExpiredSubscriptions } from "#server/domains/billing/subscriptions/subscriptions.service.ts";
import type { PaymentProvider } from "#server/platform/adapters/payments.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { throwFailures, tryHalves, tryPages } from "#server/platform/lib/batcher.ts";

const BATCH_SIZE = 100;
/** A round starts every five minutes. Each check gets a part of it. */
const CHECK_TIME_LIMIT_MS = 60_000;
/** Consecutive failures after which a check waits for the next round: the provider may be unavailable. */
const CONSECUTIVE_FAILURES_MAX = 3;

interface Check {
  readonly name: string;
  find(limit: number): Promise<readonly string[]>;
  run(id: string): Promise<void>;
}

async function runCheck(ctx: Context, { name, find, run }: Check, failures: unknown[]): Promise<void> {
  const deadline = Date.now() + CHECK_TIME_LIMIT_MS;
  const seen = new Set<string>();
  for (let consecutiveFailures = 0; ; ) {
    const ids = (await find(BATCH_SIZE)).filter((id) => !seen.has(id));
    if (ids.length === 0) return;
    for (const id of ids) {
      if (consecutiveFailures === CONSECUTIVE_FAILURES_MAX || Date.now() > deadline) return;
      seen.add(id);
      try {
        await run(id);
        consecutiveFailures = 0;
      } catch (error) {
        ctx.log.error({ err: error, kind: name, id }, "reconciliation item failed");
        failures.push(error);
        consecutiveFailures++;
      }
    }
  }
}

function createChecks(ctx: Context, provider: PaymentProvider): readonly Check[] {
  const { db } = ctx;
  return [
    {
      name: "event",
      find: (limit) => findUnprocessedEvents(db, limit),
      run: (id) => processEvent(ctx, id),
    },
    {
      name: "session",
      find: (limit) => findUnconfirmedSessions(db, limit),
      run: async (id) => {
        await ctx.transact((tx) => updateCheckoutCheckedAt(tx, id));
        await fulfillSession(ctx, provider, id);
      },
    },
    {
      name: "subscription",
      find: (limit) => findSubscriptionsDueForCheck(db, limit),
      run: async (id) => {
        await ctx.transact((tx) => updateSubscriptionCheckedAt(tx, id));
        await syncSubscription(ctx, provider, id);
      },
    },
    {
      name: "deleted member",
      find: (limit) => findDeletedBuyers(db, limit),
      run: (id) => cancelPayments(ctx, provider, id),
    },
    {
      name: "held or suspended member",
      find: (limit) => findBuyersToAdjust(db, limit),
      run: (id) => adjustCharges(ctx, provider, id),
    },
    {
      name: "payment",
      find: (limit) => findPaymentsDueForCheck(db, limit),
      run: async (id) => {
        await ctx.transact((tx) => updatePaymentCheckedAt(tx, id));
        await syncPayment(ctx, provider, id);
      },
    },
  ];
}

const expireAbandoned = (ctx: Context): Promise<void> =>
  tryPages<string>(
    (after) => findAbandonedCheckouts(ctx.db, after, BATCH_SIZE),
    (page) => tryHalves(page, (ids) => ctx.transact((tx) => updateExpired(tx, ids))),
  );

/**
 * Unprocessed events, sessions without one, subscriptions past their period, refunds and disputes, and members who are
 * deleted, held or suspended and may still be charged.
 * @throws as `throwFailures` after the round; the log has each failed item
 */
export async function reconcilePayments(ctx: Context): Promise<void> {
  const { payments: provider } = ctx;
  if (!provider) return;
  const failures: unknown[] = [];
  await expireAbandoned(ctx).catch((error: unknown) => failures.push(error));
  for (const check of createChecks(ctx, provider)) await runCheck(ctx, check, failures);
  throwFailures(failures);
}

export const subscriptionExpiredJob: Job<"subscription-expired"> = {
  name: "subscription-expired",
  schedule: "* * * * *",
  handle: (ctx) => emitExpiredSubscriptions(ctx),
};

export const paymentReconciliationJob: Job<"payment-reconciliation"> = {
  name: "payment-reconciliation",
  schedule: "*/5 * * * *",
  handle: (ctx) => reconcilePayments(ctx),
};

export const cancelPaymentsJob: Job<"cancel-payments", { memberId: string }> = {
  name: "cancel-payments",
  handle: async (ctx, { memberId }) => {
    if (ctx.payments) await cancelPayments(ctx, ctx.payments, memberId);
  },
};

export const adjustChargesJob: Job<"adjust-charges", { memberId: string }> = {
  name: "adjust-charges",
  handle: async (ctx, { memberId }) => {
    if (ctx.payments) await adjustCharges(ctx, ctx.payments, memberId);
  },
};
