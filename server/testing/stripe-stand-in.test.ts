import { beforeAll, describe, expect, test } from "vitest";
import { createMember } from "#server/testing/members.ts";
import { createPaymentsHarness } from "#server/testing/payments-harness.ts";
import fixtures from "#server/testing/stripe-fixtures.json" with { type: "json" };

const harness = createPaymentsHarness();
const { app, becomeUnlimited, buyAndPay } = harness;

/** Checks that each field exists in Stripe's published examples, with the same type. */
function findMismatches(actual: unknown, published: unknown, at: string): string[] {
  // The published example of an invoice payment omits its payment; the library's types have it.
  if (actual === null || published === null || at.endsWith("metadata") || at === "invoice_payment.payment") return [];
  if (Array.isArray(actual) && Array.isArray(published))
    return published.length === 0 ? [] : actual.flatMap((one, i) => findMismatches(one, published[0], `${at}[${i}]`));
  if (typeof actual !== typeof published) return [`${at} is a ${typeof actual}, not a ${typeof published}`];
  if (typeof actual !== "object") return [];
  const known = published as Record<string, unknown>;
  return Object.entries(actual as object).flatMap(([name, value]) =>
    name in known ? findMismatches(value, known[name], `${at}.${name}`) : [`${at}.${name} is not Stripe's`],
  );
}

describe("the Stripe stand-in", () => {
  beforeAll(async () => {
    await becomeUnlimited(await createMember(app));
    const id = await buyAndPay(await createMember(app));
    const payment = harness.stripe.sessions.get(id)?.payment_intent ?? "";
    harness.stripe.refund(payment, 1);
    harness.stripe.dispute(payment);
  });

  test.each([
    ["customer", () => harness.stripe.customers],
    ["checkout.session", () => harness.stripe.sessions],
    ["subscription", () => harness.stripe.subscriptions],
    ["payment_intent", () => harness.stripe.intents],
    ["refund", () => harness.stripe.refunds],
    ["dispute", () => harness.stripe.disputes],
    ["charge", () => harness.stripe.charges],
    ["invoice_payment", () => harness.stripe.invoicePayments],
  ] as const)("creates objects of the kind %s in the shape that Stripe publishes", (name, all) => {
    const actual = [...all().values()];
    expect(actual.length).toBeGreaterThan(0);
    expect(actual.flatMap((one) => findMismatches(one, fixtures[name], name))).toEqual([]);
  });

  test("sends events in the shape that Stripe publishes", () => {
    expect(findMismatches(JSON.parse(harness.stripe.event("a.b", {})), fixtures.event, "event")).toEqual([]);
    expect(findMismatches({ nonsense: 1 }, fixtures.event, "event")).toEqual(["event.nonsense is not Stripe's"]);
    expect(findMismatches({ created: "now" }, fixtures.event, "event")).toEqual([
      "event.created is a string, not a number",
    ]);
  });
});
