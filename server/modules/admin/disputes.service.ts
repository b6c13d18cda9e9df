import type { Context } from "#server/context.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { listDisputes, resolveDispute } from "#server/modules/payments/disputes.service.ts";

/** Disputes because of which accounts cannot pay, the oldest first; or all, the newest first. */
export const readDisputes = (ctx: Context, by: Act, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const disputes = await listDisputes(tx, all, limit);
    await note(tx, by, { act: "list disputes", details: { many: disputes.length } });
    return disputes;
  });

/** Lets an account pay again in spite of a dispute. @throws Refusal where none holds it */
export const closeDispute = (ctx: Context, by: Act, paymentId: string) =>
  ctx.transact(async (tx) => {
    const memberId = await resolveDispute(tx, paymentId);
    if (memberId === undefined) throw new Refusal(`No account is held because of the payment ${paymentId}`);
    await note(tx, by, { act: "resolve dispute", target: memberId, details: { payment: paymentId } });
    return { paymentId, memberId };
  });
