import { describe, expect, test } from "vitest";
import * as payments from "#contract/billing/payments.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import { periodEnd } from "#server/platform/adapters/test-payments.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const wallet = async (app: ReturnType<typeof testApp>, member: TestMember) =>
  (await app.call(getWallet, {}, member.token)).body;

describe("without a provider key", () => {
  const app = testApp();
  const at = (url: string) => ({ params: { sessionId: url.split("/").at(-1) ?? "" } });
  const paid = (url: string) => ({ ...at(url), body: {} });

  // @spec 7.post-api-crushes
  test("a package is bought on the test checkout page and granted in the same way", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    expect((await wallet(app, member)).payments).toBe("test");
    const { body } = await app.call(payments.createCheckout, { body: { packageId: "starter" } }, member.token);
    expect(body.url).toMatch(/^\/test-checkout\/cs_test_\w+$/);
    const shown = await app.call(payments.getTestCheckout, at(body.url), member.token);
    expect(shown.body).toMatchObject({
      name: "Starter Pack: 5 crushes",
      crushes: 5,
      amountCents: 499,
      monthly: false,
      state: "open",
      cancelUrl: "/profile?payment=cancelled&crushes=5",
    });
    expect((await app.call(payments.getTestCheckout, at(body.url), other.token)).status).toBe(404);
    expect((await app.call(payments.payTestCheckout, paid(body.url), other.token)).status).toBe(404);
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call(payments.payTestCheckout, paid(body.url), member.token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { sessionId } = at(body.url).params;
    expect(answers.find(({ status }) => status === 200)?.body.url).toBe(
      `/profile?payment=success&crushes=5&session_id=${sessionId}`,
    );
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("checkout_closed");
    // Granted without a webhook or a confirmation.
    expect((await wallet(app, member)).balance).toBe(10);
    for (const isNews of [true, false]) {
      const confirmed = await app.call(payments.confirmCheckout, { body: { sessionId } }, member.token);
      expect(confirmed.body).toMatchObject({ state: "granted", isNews, crushes: 5, balance: 10 });
    }
    expect((await wallet(app, member)).history.map(({ item }) => item)).toEqual(["Starter Pack", "welcome"]);
  });

  test("a subscription starts, is cancelled and resumed", async () => {
    const member = await createMember(app);
    const { body } = await app.call(payments.createSubscription, { body: {} }, member.token);
    await app.call(payments.payTestCheckout, paid(body.url), member.token);
    const { sessionId } = at(body.url).params;
    const confirmed = await app.call(payments.confirmCheckout, { body: { sessionId } }, member.token);
    expect(confirmed.body).toMatchObject({ state: "granted", kind: "subscription", crushes: 0, amountCents: 2999 });
    expect(await wallet(app, member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: false });
    expect((await app.call(payments.cancelSubscription, {}, member.token)).status).toBe(200);
    expect(await wallet(app, member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: true });
    expect((await app.call(payments.resumeSubscription, {}, member.token)).status).toBe(200);
    expect(await wallet(app, member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: false });
  });
});

describe("in production without a provider key", () => {
  const app = testApp({}, { payments: async () => undefined });

  test("nothing can be bought, and the reply says so", async () => {
    const member = await createMember(app);
    expect((await wallet(app, member)).payments).toBe("off");
    for (const [endpoint, body] of [
      [payments.createCheckout, { packageId: "starter" }],
      [payments.createSubscription, {}],
    ] as const) {
      const answer = await app.call(endpoint, { body } as never, member.token);
      expect(answer).toMatchObject({
        status: 503,
        body: { code: "payments_disabled", message: "Buying is switched off here." },
      });
    }
  });
});

test.each([
  ["2026-01-31T10:00:00Z", "2026-02-10T00:00:00Z", "2026-02-28T10:00:00.000Z"],
  ["2026-01-31T10:00:00Z", "2026-03-01T00:00:00Z", "2026-03-31T10:00:00.000Z"],
  ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", "2026-12-20T10:00:00.000Z"],
  ["2026-11-20T10:00:00Z", "2026-12-20T10:00:00Z", "2027-01-20T10:00:00.000Z"],
])("a month that began on %s runs on %s until %s", (began, now, end) => {
  expect(periodEnd(new Date(began), new Date(now)).toISOString()).toBe(end);
});
