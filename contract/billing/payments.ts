import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { lengthLimit } from "#contract/form-fields.ts";
import { CHOICE_MAX } from "#contract/limits.ts";
import { ok, time } from "#contract/schemas.ts";

const testSession = z.object({ sessionId: z.string().check(lengthLimit(32), z.regex(/^cs_test_[0-9a-f]{24}$/)) });

const checkout = z.object({ success: ok, url: z.string() });

export const createCheckout = endpoint({
  method: "POST",
  path: "/api/crushes/create-checkout",
  summary:
    "Start a package checkout and return the payment page's `url`. `crushes` and `amount` (dollars) must match if given",
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
  summary: "Start a subscription checkout and return the payment page's `url`",
  access: "member",
  /** An empty object; requests without a body are accepted, too. */
  body: z.nullish(z.object({})),
  reply: checkout,
});

const subscriptionChange = z.object({ success: ok, endsAt: time, message: z.string() });

export const cancelSubscription = endpoint({
  method: "POST",
  path: "/api/crushes/cancel-subscription",
  summary: "Cancel the subscription for the end of its period",
  access: "member",
  reply: subscriptionChange,
});

export const resumeSubscription = endpoint({
  method: "POST",
  path: "/api/crushes/resume-subscription",
  summary: "Resume a cancelled subscription; `endsAt` is when it renews",
  access: "member",
  reply: subscriptionChange,
});

const checkoutState = z.enum(["granted", "open", "expired"]);
const productKind = z.enum(["package", "subscription"]);

export const confirmCheckout = endpoint({
  method: "POST",
  path: "/api/crushes/confirm-checkout",
  summary: "Fulfill a checkout if it is paid, and return its state. Idempotent",
  access: "member",
  body: z.object({ sessionId: z.string("That is not a checkout").check(z.minLength(1), lengthLimit(200)) }),
  reply: z.object({
    success: ok,
    /** `open`: not paid yet, as with bank transfers. `expired`: will not be paid. */
    state: checkoutState,
    /** This is the first call, on any device, that reports the outcome. */
    isNews: z.boolean(),
    kind: productKind,
    crushes: z.int(),
    amountCents: z.int(),
    balance: z.int(),
  }),
});

export const listCheckouts = endpoint({
  method: "GET",
  path: "/api/crushes/checkouts",
  summary: "List pending checkouts and finished ones whose outcome the member has not seen",
  access: "member",
  reply: z.object({
    success: ok,
    checkouts: z.array(z.object({ sessionId: z.string(), state: checkoutState, kind: productKind })),
  }),
});

/** Replaces the payment page if no provider is configured. */
export const getTestCheckout = endpoint({
  method: "GET",
  path: "/api/test-checkout/:sessionId",
  summary: "Get a test checkout",
  access: "member",
  params: testSession,
  reply: z.object({
    success: ok,
    name: z.string(),
    crushes: z.int(),
    amountCents: z.int(),
    monthly: z.boolean(),
    state: z.enum(["open", "paid", "expired"]),
    cancelUrl: z.string(),
  }),
});

export const payTestCheckout = endpoint({
  method: "POST",
  path: "/api/test-checkout/:sessionId/pay",
  summary: "Pay a test checkout. No money moves",
  access: "member",
  params: testSession,
  /** As a payment provider learns it: two capital letters of ISO 3166. */
  body: z.nullish(
    z.object({ country: z.optional(z.string().check(lengthLimit(2), z.regex(/^[A-Z]{2}$/, "That is not a country"))) }),
  ),
  reply: z.object({ success: ok, url: z.string() }),
});
