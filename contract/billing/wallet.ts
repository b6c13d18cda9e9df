import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, nextCursor, ok, page, time } from "#contract/schemas.ts";

export const historyItem = z.object({
  _id: id,
  action: z.enum(["sent", "received", "purchased", "bonus", "refund"]),
  recipientName: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  /** In credits. */
  amount: z.int(),
  /** Signed credits. */
  change: z.int(),
  /**
   * 'crush', 'image', 'welcome', 'full week', or a package's name; for a refund also 'unopened crush' and '<package>,
   * withdrawn'.
   */
  item: z.optional(z.string()),
  createdAt: time,
});
export type HistoryItem = z.output<typeof historyItem>;

export const getWallet = endpoint({
  method: "GET",
  path: "/api/crushes/data",
  summary: "Get the balance, its history (newest first) and the subscription",
  access: "member",
  query: page,
  reply: z.object({
    success: ok,
    balance: z.int(),
    history: z.array(historyItem),
    nextCursor,
    hasActiveSubscription: z.boolean(),
    /** Renews then, or ends if it is cancelled. */
    subscriptionEndDate: z.nullable(time),
    /** Cancelled, so that it does not renew. */
    subscriptionEnds: z.boolean(),
    /** `off`: not configured. `test`: no money moves. `paused`: a disputed payment holds this account. */
    payments: z.enum(["on", "test", "off", "paused"]),
  }),
});
export type Wallet = z.output<(typeof getWallet)["reply"]>;
