import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { CHOICE_MAX } from "#contract/limits.ts";
import { lengthLimit, ok, time } from "#contract/schemas.ts";

const testSession = z.object({ sessionId: z.string().check(lengthLimit(32), z.regex(/^cs_test_[0-9a-f]{24}$/)) });

/** Where the browser goes to pay. */
const checkout = z.object({ success: ok, url: z.string() });

export const createCheckout = endpoint({
  method: "POST",
  path: "/api/crushes/create-checkout",
  summary:
    "Begin to buy a pack; the reply's url is where one pays. `crushes` and `amount` (in dollars), where given, must be the pack's",
  access: "member",
  body: z.object({
    packageId: z.string("Choose a package").check(lengthLimit(CHOICE_MAX, "Choose a package")),
    crushes: z.optional(z.number("Crushes must be a number")),
    amount: z.optional(z.number("The amount must be a number")),
  }),
  reply: checkout,
});

export const createSubscription = endpoint({
  method: "POST",
  path: "/api/crushes/create-subscription",
  summary: "Begin to buy the unlimited membership; the reply's url is where one pays",
  access: "member",
  reply: checkout,
});

const membershipChange = z.object({ success: ok, endsAt: time, message: z.string() });

export const cancelSubscription = endpoint({
  method: "POST",
  path: "/api/crushes/cancel-subscription",
  summary: "Let the membership end with the period that is paid for",
  access: "member",
  reply: membershipChange,
});

export const resumeSubscription = endpoint({
  method: "POST",
  path: "/api/crushes/resume-subscription",
  summary: "Let a membership that was to end go on; `endsAt` is when it renews",
  access: "member",
  reply: membershipChange,
});

const checkoutState = z.enum(["granted", "open", "expired"]);
const goods = z.enum(["pack", "membership"]);

export const confirmCheckout = endpoint({
  method: "POST",
  path: "/api/crushes/confirm-checkout",
  summary: "Back from paying: grants what is paid, if that has not been done; `state` says how it stands",
  access: "member",
  body: z.object({ sessionId: z.string("That is not a checkout").check(z.minLength(1), lengthLimit(200)) }),
  reply: z.object({
    success: ok,
    /** `open`: not paid yet, as with a payment that takes days. `expired`: it will not be. */
    state: checkoutState,
    /** The first to hear how it ended, on whichever device: whoever else asks only asks again. */
    isNews: z.boolean(),
    kind: goods,
    /** Credits of a pack; 0 for the membership. */
    crushes: z.int(),
    /** In US cents. */
    amount: z.int(),
    balance: z.int(),
  }),
});

export const listCheckouts = endpoint({
  method: "GET",
  path: "/api/crushes/checkouts",
  summary:
    "One's payments that are still on their way, and those that ended and were not told of yet: confirm-checkout tells",
  access: "member",
  reply: z.object({
    success: ok,
    checkouts: z.array(z.object({ sessionId: z.string(), state: checkoutState, kind: goods })),
  }),
});

/** What the local checkout page shows, which stands in where no payment provider is set. */
export const getTestCheckout = endpoint({
  method: "GET",
  path: "/api/test-checkout/:sessionId",
  summary: "A checkout of the local test page",
  access: "member",
  params: testSession,
  reply: z.object({
    success: ok,
    name: z.string(),
    /** Credits of a pack; 0 for the membership. */
    crushes: z.int(),
    /** In US cents. */
    amount: z.int(),
    monthly: z.boolean(),
    state: z.enum(["open", "paid", "expired"]),
    cancelUrl: z.string(),
  }),
});

export const payTestCheckout = endpoint({
  method: "POST",
  path: "/api/test-checkout/:sessionId/pay",
  summary: "Pay at the local test page, with no money, once",
  access: "member",
  params: testSession,
  reply: z.object({ success: ok, url: z.string() }),
});
