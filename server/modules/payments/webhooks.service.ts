import type { ProviderEvent, Subject } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { JobHandlers } from "#server/jobs.ts";
import {
  claimEvent,
  expireForgotten,
  findDueMemberships,
  findOpenEvents,
  insertEvent,
  releaseEvent,
  setHandled,
  takeOpenSessions,
} from "#server/modules/payments/events.repo.ts";
import { paymentsOf } from "#server/modules/payments/payments.service.ts";
import { settle, settleSession, settleSubscription } from "#server/modules/payments/settling.service.ts";

/** @throws AppError malformed where the signature is not the provider's */
function readEvent(ctx: Context, body: Buffer, signature: string): ProviderEvent {
  const payments = paymentsOf(ctx);
  try {
    return payments.readEvent(body, signature);
  } catch (error) {
    ctx.log.warn({ why: String(error).split("\n")[0] }, "a webhook was refused");
    throw new AppError("malformed");
  }
}

async function handle(ctx: Context, id: string, subject: Subject): Promise<void> {
  if (!(await ctx.transact((tx) => claimEvent(tx, id)))) return;
  try {
    await settle(ctx, paymentsOf(ctx), subject);
  } catch (error) {
    // It is sent again, perhaps at once: that one has to act on it.
    await ctx.transact((tx) => releaseEvent(tx, id));
    throw error;
  }
  await ctx.transact((tx) => setHandled(tx, id));
}

/**
 * Takes an event of the provider's: it is recorded, acted on once, and answered when that is done. Where it fails the
 * provider hears so and sends it again; where it does not, the reconciliation finds it.
 * @throws AppError malformed, payments_off; Error where what it is about could not be settled
 */
export async function receiveEvent(ctx: Context, body: Buffer, signature: string): Promise<{ success: true }> {
  const { id, type, subject } = readEvent(ctx, body, signature);
  await ctx.transact((tx) => insertEvent(tx, { id, type, subject }));
  if (subject) await handle(ctx, id, subject);
  return { success: true };
}

const AT_ONCE = 100;

/** Looks for what was missed: events that were not acted on, sessions that nobody told of, memberships whose period is over. */
export async function reconcile(ctx: Context): Promise<void> {
  const { payments } = ctx;
  if (!payments) return;
  const failed: unknown[] = [];
  const each = async (work: Promise<void>) => work.catch((error: unknown) => failed.push(error));
  for (const { id, subject } of await findOpenEvents(ctx.db, AT_ONCE)) await each(handle(ctx, id, subject));
  const sessions = await ctx.transact((tx) => takeOpenSessions(tx, AT_ONCE));
  for (const id of sessions) await each(settleSession(ctx, payments, id));
  for (const id of await findDueMemberships(ctx.db, AT_ONCE)) await each(settleSubscription(ctx, payments, id));
  await ctx.transact(expireForgotten);
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} payments could not be looked at`);
}

export const paymentsJobs = (ctx: Context): Pick<JobHandlers, "reconcile"> => ({
  reconcile: () => reconcile(ctx),
});
