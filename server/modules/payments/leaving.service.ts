import type { Payments } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { findOpenSessions } from "#server/modules/payments/leaving.repo.ts";
import { findGoingMemberships } from "#server/modules/payments/memberships.repo.ts";
import { deleteCustomers } from "#server/modules/payments/payments.repo.ts";
import { settleSession, settleSubscription } from "#server/modules/payments/settling.service.ts";

/**
 * Forgets who a member who goes is at the payment provider. What may still cost them money there is ended by a job: nobody
 * waits for the provider, which may be away.
 */
export async function forgetBuyer(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteCustomers(tx, memberId);
  if (ctx.payments) await ctx.jobs.send(tx, "end-payments", { memberId });
}

/**
 * Ends what may still cost a member who has gone money: pages to pay at, and memberships, which end as soon as they are asked
 * about. What fails is tried again by the job, and after that by each reconciliation.
 */
export async function endPayments(ctx: Context, payments: Payments, memberId: string): Promise<void> {
  for (const { provider_id: id } of await findGoingMemberships(ctx.db, memberId)) {
    await settleSubscription(ctx, payments, id);
  }
  for (const id of await findOpenSessions(ctx.db, memberId)) {
    await payments.expireSession(id);
    await settleSession(ctx, payments, id);
  }
}
