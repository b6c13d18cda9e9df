import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, nextCursor, ok, page, time } from "#contract/schemas.ts";

export const historyItem = z.object({
  _id: id,
  action: z.enum(["sent", "received", "purchased", "bonus", "refund"]),
  recipientName: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  /** The size of `change`, in credits. */
  amount: z.int(),
  /** Signed credits. */
  change: z.int(),
  /** What it was: 'crush', 'image', 'welcome', or a pack's name. Absent where it has no name. */
  item: z.optional(z.string()),
  createdAt: time,
});
export type HistoryItem = z.output<typeof historyItem>;

export const getWallet = endpoint({
  method: "GET",
  path: "/api/crushes/data",
  summary: "The crush balance, its history (newest first) and the membership",
  access: "member",
  query: page,
  reply: z.object({
    success: ok,
    balance: z.int(),
    history: z.array(historyItem),
    nextCursor,
    hasActiveSubscription: z.boolean(),
    /** When the period that is paid for ends: the membership then renews, or ends with it. */
    subscriptionEndDate: z.nullable(time),
    /** The membership was cancelled and does not renew. */
    subscriptionEnds: z.boolean(),
    /** `off`: nothing can be bought here. `test`: no money is taken. `paused`: this account cannot buy, for a payment is disputed. */
    payments: z.enum(["on", "test", "off", "paused"]),
  }),
});
export type Wallet = z.output<(typeof getWallet)["reply"]>;
