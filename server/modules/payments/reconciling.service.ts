import type { Payments } from "#server/adapters/payments.ts";
import { deleteUnpaidTestSessions } from "#server/adapters/test-payments.repo.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { stopCharges } from "#server/modules/payments/charges.service.ts";
import { findHeldBuyers } from "#server/modules/payments/disputes.repo.ts";
import { sweepHolds } from "#server/modules/payments/disputes.service.ts";
import {
  deleteOldPayments,
  expireForgotten,
  findDueMemberships,
  findOpenEvents,
  findPaymentsToLookAt,
  findUnheardSessions,
  lookAtCheckout,
  lookAtMembership,
  lookAtPayment,
} from "#server/modules/payments/events.repo.ts";
import { findGoneBuyers } from "#server/modules/payments/leaving.repo.ts";
import { endPayments } from "#server/modules/payments/leaving.service.ts";
import { tellEnded } from "#server/modules/payments/memberships.service.ts";
import { settlePayment, settleSession, settleSubscription } from "#server/modules/payments/settling.service.ts";
import { handleAgain } from "#server/modules/payments/webhooks.service.ts";

const AT_ONCE = 100;
/** The next round begins after five minutes; each kind has its part of one. */
const PART_MS = 60_000;
/** Failures in a row after which the rest of a kind waits for the next round: the provider may be away. */
const FAILURES = 3;

/** A kind of what may have been missed: what of it is next, and what is done with each. */
interface Kind {
  readonly name: string;
  next(limit: number): Promise<readonly string[]>;
  look(id: string): Promise<void>;
}

/** Looks at one kind until nothing is left of it, or its time is over. */
async function lookAt(ctx: Context, { name, next, look }: Kind, failed: unknown[]): Promise<void> {
  const until = Date.now() + PART_MS;
  const seen = new Set<string>();
  for (let inARow = 0; ; ) {
    const ids = (await next(AT_ONCE)).filter((id) => !seen.has(id));
    if (ids.length === 0) return;
    for (const id of ids) {
      if (inARow === FAILURES || Date.now() > until) return;
      seen.add(id);
      try {
        await look(id);
        inARow = 0;
      } catch (error) {
        ctx.log.error({ err: error, kind: name, id }, "what may have been missed could not be looked at");
        failed.push(error);
        inARow++;
      }
    }
  }
}

function kindsOf(ctx: Context, payments: Payments): readonly Kind[] {
  const { db } = ctx;
  return [
    {
      name: "event",
      next: (limit) => findOpenEvents(db, limit),
      look: (id) => handleAgain(ctx, id),
    },
    {
      name: "session",
      next: (limit) => findUnheardSessions(db, limit),
      look: async (id) => {
        await ctx.transact((tx) => lookAtCheckout(tx, "session_id", id));
        await settleSession(ctx, payments, id);
      },
    },
    {
      name: "membership",
      next: (limit) => findDueMemberships(db, limit),
      look: async (id) => {
        await ctx.transact((tx) => lookAtMembership(tx, id));
        await settleSubscription(ctx, payments, id);
      },
    },
    {
      name: "leaver",
      next: (limit) => findGoneBuyers(db, limit),
      look: (id) => endPayments(ctx, payments, id),
    },
    {
      name: "held",
      next: (limit) => findHeldBuyers(db, limit),
      look: (id) => stopCharges(ctx, payments, id),
    },
    {
      name: "payment",
      next: (limit) => findPaymentsToLookAt(db, limit),
      look: async (id) => {
        await ctx.transact((tx) => lookAtPayment(tx, id));
        await settlePayment(ctx, payments, id);
      },
    },
  ];
}

/**
 * Looks for what was missed: events that were not acted on, sessions that nobody told of, memberships whose period is over,
 * payments that were paid back or disputed, members who have gone or whose payments are held and may still be charged.
 * @throws Error where some could not be looked at, when the round is over; the log says which
 */
export async function reconcile(ctx: Context): Promise<void> {
  const { payments } = ctx;
  if (!payments) return;
  await ctx.transact(expireForgotten);
  const failed: unknown[] = [];
  for (const kind of kindsOf(ctx, payments)) await lookAt(ctx, kind, failed);
  if (failed.length > 0) throw new Error(`${failed.length} payments could not be looked at`);
}

export const paymentsJobs = (
  ctx: Context,
): Pick<JobHandlers, "reconcile" | "end-payments" | "stop-charges" | "tell-ended"> => ({
  "tell-ended": () => tellEnded(ctx),
  reconcile: () => reconcile(ctx),
  "end-payments": async ({ memberId }) => {
    if (ctx.payments) await endPayments(ctx, ctx.payments, memberId);
  },
  "stop-charges": async ({ memberId }) => {
    if (ctx.payments) await stopCharges(ctx, ctx.payments, memberId);
  },
});

/** Throws away what nobody asks about any more. */
export async function sweepPayments(tx: Tx): Promise<void> {
  await deleteOldPayments(tx);
  await sweepHolds(tx);
  await deleteUnpaidTestSessions(tx);
}
