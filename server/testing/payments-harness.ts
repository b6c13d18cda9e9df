import { afterAll } from "vitest";
import * as payments from "#contract/billing/payments.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import type { Mailer } from "#server/platform/adapters/mailer.ts";
import { stripePayments } from "#server/platform/adapters/stripe-payments.ts";
import type { TestMember } from "#server/testing/members.ts";
import { SECRET_KEY, type StripeStandIn, sign, startStripe, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

/** The second webhook secret, as during a rotation. */
export const NEXT_SECRET = "whsec_next";

/** The session id in a checkout's URL. */
export const sessionIn = ({ body }: { body: { url: string } }): string => body.url.split("/").at(-1) ?? "";

/** @param work whether the app runs jobs */
export function createPaymentsHarness({ work = false, mailer }: { work?: boolean; mailer?: Mailer } = {}) {
  let stripe: StripeStandIn;
  const app: TestApp = testApp(
    {},
    {
      work,
      ...(mailer && { mailer }),
      payments: async () => {
        stripe = await startStripe();
        const webhookSecrets = [WEBHOOK_SECRET, NEXT_SECRET];
        return stripePayments({ secretKey: SECRET_KEY, webhookSecrets, apiBase: stripe.url });
      },
    },
  );
  afterAll(() => stripe.close());

  const wallet = async (member: TestMember) => (await app.call(getWallet, {}, member.token)).body;
  const buy = (member: TestMember, body: object) =>
    app.call(payments.createCheckout, { body: body as { packageId: string } }, member.token);
  const subscribe = (member: TestMember) => app.call(payments.createSubscription, { body: {} }, member.token);
  const confirm = (member: TestMember, sessionId: string) =>
    app.call(payments.confirmCheckout, { body: { sessionId } }, member.token);
  const postWebhook = (body: string, signature = sign(body)) =>
    app.fetch("/api/webhooks/stripe", {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body,
    });
  const sendEvent = (type: string, object: object | undefined) =>
    postWebhook(stripe.event(type, object as Record<string, unknown>));
  return {
    app,
    get stripe() {
      return stripe;
    },
    wallet,
    balance: async (member: TestMember) => (await wallet(member)).balance,
    buy,
    subscribe,
    confirm,
    postWebhook,
    sendEvent,
    sendSessionCompleted: (id: string) => sendEvent("checkout.session.completed", stripe.sessions.get(id)),
    /** Buys a package and pays. @param card the card's fingerprint @returns the session's id */
    async buyAndPay(member: TestMember, packageId = "power", card?: string, country?: string): Promise<string> {
      const id = sessionIn(await buy(member, { packageId }));
      stripe.pay(id, "now", card, country);
      return id;
    },
    /** Buys a subscription and pays. @returns the subscription's id */
    async becomeUnlimited(member: TestMember, card?: string, country?: string): Promise<string> {
      const id = sessionIn(await subscribe(member));
      stripe.pay(id, "now", card, country);
      await confirm(member, id);
      return stripe.sessions.get(id)?.subscription ?? "";
    },
  };
}
