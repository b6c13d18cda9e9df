import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { ok, time } from "#contract/schemas.ts";

const purchase = {
  sessionId: z.string(),
  kind: z.enum(["package", "subscription"]),
  /** As in the wallet: 'Power Pack'. */
  name: z.string(),
  /** Credits of a package; 0 for a subscription. */
  crushes: z.int(),
  amountCents: z.int(),
  boughtAt: time,
  refundCents: z.int(),
  /** Unspent credits, which go back; 0 for a subscription. */
  unspent: z.int(),
  /** Days of a subscription that are paid for; null for a package. */
  daysUsed: z.nullable(z.int()),
};

export const withdrawablePurchase = z.object({
  ...purchase,
  /** The last day of the period, `YYYY-MM-DD` in UTC. */
  lastDay: z.iso.date(),
  /** The buyer's bank has taken the payment back, so it cannot be refunded as well. */
  isDisputed: z.boolean(),
});
export type WithdrawablePurchase = z.output<typeof withdrawablePurchase>;

export const withdrawal = z.object({
  ...purchase,
  withdrawnAt: time,
  /**
   * `pending`: on its way. `refused`: the payment provider refuses it for now. `failed`: the buyer's bank returned it.
   * `paid`: paid by other means.
   */
  refundState: z.enum(["pending", "refunded", "refused", "failed", "paid"]),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const listWithdrawals = endpoint({
  method: "GET",
  path: "/api/crushes/withdrawals",
  summary:
    "List the purchases from which the member can withdraw (within 14 days, in the EEA), and their latest withdrawals",
  access: "member",
  reply: z.object({
    success: ok,
    /** For the statement; its confirmation goes to the address. */
    username: z.string(),
    email: z.string(),
    /** Newest first. */
    purchases: z.array(withdrawablePurchase),
    /** Newest first. */
    withdrawals: z.array(withdrawal),
  }),
});
export type Withdrawals = z.output<(typeof listWithdrawals)["reply"]>;

export const withdrawPurchase = endpoint({
  method: "POST",
  path: "/api/crushes/withdrawals",
  summary:
    "Withdraw from a purchase: unspent credits go back or the subscription ends, and the payment is refunded. Idempotent",
  access: "member",
  body: z.object({
    sessionId: z.string("That is not a purchase").check(z.minLength(1), lengthLimit(200)),
    /** `refundCents` as it was shown; the withdrawal is refused if it has changed. */
    amountCents: z.int("The amount is a number of cents"),
  }),
  reply: z.object({ success: ok, withdrawal }),
});
