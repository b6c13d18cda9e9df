import { beforeAll, describe, expect, test } from "vitest";
import { makeMember } from "#server/testing/members.ts";
import { makeShop } from "#server/testing/shop.ts";
import fixtures from "#server/testing/stripe-fixtures.json" with { type: "json" };

const shop = makeShop();
const { app, becomeUnlimited, buyAndPay } = shop;

/** Every field is one that Stripe publishes, of the same kind where the published example has one. */
function fits(made: unknown, published: unknown, at: string): string[] {
  // An invoice payment's published example leaves out what it is by; the library's types have it.
  if (made === null || published === null || at.endsWith("metadata") || at === "invoice_payment.payment") return [];
  if (Array.isArray(made) && Array.isArray(published))
    return published.length === 0 ? [] : made.flatMap((one, i) => fits(one, published[0], `${at}[${i}]`));
  if (typeof made !== typeof published) return [`${at} is a ${typeof made}, not a ${typeof published}`];
  if (typeof made !== "object") return [];
  const known = published as Record<string, unknown>;
  return Object.entries(made as object).flatMap(([name, value]) =>
    name in known ? fits(value, known[name], `${at}.${name}`) : [`${at}.${name} is not Stripe's`],
  );
}

describe("the stand-in", () => {
  beforeAll(async () => {
    await becomeUnlimited(await makeMember(app));
    const id = await buyAndPay(await makeMember(app));
    const payment = shop.stripe.sessions.get(id)?.payment_intent ?? "";
    shop.stripe.refund(payment, 1);
    shop.stripe.dispute(payment);
  });

  test.each([
    ["customer", () => shop.stripe.customers],
    ["checkout.session", () => shop.stripe.sessions],
    ["subscription", () => shop.stripe.subscriptions],
    ["payment_intent", () => shop.stripe.intents],
    ["refund", () => shop.stripe.refunds],
    ["dispute", () => shop.stripe.disputes],
    ["charge", () => shop.stripe.charges],
    ["invoice_payment", () => shop.stripe.invoicePayments],
  ] as const)("makes objects of the kind %s in the shape that Stripe publishes", (name, all) => {
    const made = [...all().values()];
    expect(made.length).toBeGreaterThan(0);
    expect(made.flatMap((one) => fits(one, fixtures[name], name))).toEqual([]);
  });

  test("tells in the shape that Stripe publishes", () => {
    expect(fits(JSON.parse(shop.stripe.event("a.b", {})), fixtures.event, "event")).toEqual([]);
    expect(fits({ nonsense: 1 }, fixtures.event, "event")).toEqual(["event.nonsense is not Stripe's"]);
    expect(fits({ created: "now" }, fixtures.event, "event")).toEqual(["event.created is a string, not a number"]);
  });
});
