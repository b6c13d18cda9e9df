import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember } from "#server/testing/members.ts";
import { makeShop } from "#server/testing/shop.ts";
import fixtures from "#server/testing/stripe-fixtures.json" with { type: "json" };

const shop = makeShop();
const { app, becomeUnlimited } = shop;

describe("the stand-in", () => {
  let session: object;
  let subscription: object;
  beforeAll(async () => {
    const member = await makeMember(app);
    await becomeUnlimited(member);
    session = [...shop.stripe.sessions.values()].at(-1) ?? {};
    subscription = [...shop.stripe.subscriptions.values()].at(-1) ?? {};
  });
  beforeEach(() => expect(session).not.toEqual({}));

  /** Every field is one that Stripe publishes, of the same kind; null and another kind may stand for each other. */
  function fits(made: unknown, published: unknown, at: string): string[] {
    if (made === null || published === null) return [];
    if (Array.isArray(made) && Array.isArray(published))
      return published.length === 0 ? [] : made.flatMap((one, i) => fits(one, published[0], `${at}[${i}]`));
    if (typeof made !== typeof published) return [`${at} is a ${typeof made}, not a ${typeof published}`];
    if (typeof made !== "object") return [];
    const known = published as Record<string, unknown>;
    return Object.entries(made as object).flatMap(([name, value]) => {
      if (at.endsWith("metadata")) return [];
      return name in known ? fits(value, known[name], `${at}.${name}`) : [`${at}.${name} is not Stripe's`];
    });
  }

  test("answers in the shapes that Stripe publishes", () => {
    expect(fits(session, fixtures["checkout.session"], "session")).toEqual([]);
    expect(fits(subscription, fixtures.subscription, "subscription")).toEqual([]);
    expect(fits(JSON.parse(shop.stripe.event("a.b", {})), fixtures.event, "event")).toEqual([]);
    expect(fits({ nonsense: 1 }, fixtures.event, "event")).toEqual(["event.nonsense is not Stripe's"]);
  });
});
