import type { Payments } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import { findDisputedMemberships } from "#server/modules/payments/disputes.repo.ts";
import { isPaused } from "#server/modules/payments/holds.service.ts";
import { findOpenSessions } from "#server/modules/payments/leaving.repo.ts";
import { findGoingMemberships } from "#server/modules/payments/memberships.repo.ts";
import { settleSession, settleSubscription } from "#server/modules/payments/settling.service.ts";

/**
 * Has nothing charged while a member's payments are held: pages to pay at end, a membership whose payment is disputed ends
 * now, and others end with their period. None of that is taken back when the dispute is won: nobody is charged again without
 * asking for it. Again is no harm.
 */
export async function stopCharges(ctx: Context, payments: Payments, memberId: string): Promise<void> {
  if (!(await isPaused(ctx.db, memberId))) return;
  const disputed = new Set(await findDisputedMemberships(ctx.db, memberId));
  for (const { provider_id: id, ends } of await findGoingMemberships(ctx.db, memberId)) {
    if (disputed.has(id)) await payments.end(id);
    else if (!ends) await payments.setEnds(id, true);
    else continue;
    await settleSubscription(ctx, payments, id);
  }
  for (const id of await findOpenSessions(ctx.db, memberId)) {
    await payments.expireSession(id);
    await settleSession(ctx, payments, id);
  }
}
