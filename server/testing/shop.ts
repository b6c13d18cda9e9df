import { afterAll } from "vitest";
import * as payments from "#contract/payments.ts";
import { getWallet } from "#contract/wallet.ts";
import { stripePayments } from "#server/adapters/stripe-payments.ts";
import type { TestMember } from "#server/testing/members.ts";
import { SECRET_KEY, type StripeStandIn, sign, startStripe, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

/** The secret that takes the place of the other. */
export const NEXT_SECRET = "whsec_next";

/** The id of the session that a checkout's address leads to. */
export const sessionIn = ({ body }: { body: { url: string } }): string => body.url.split("/").at(-1) ?? "";

/**
 * An app whose payments are taken by a stand-in for Stripe, and what buyers and the provider do at it.
 * @param work whether its jobs are done
 */
export function makeShop({ work = false } = {}) {
  let stripe: StripeStandIn;
  const app: TestApp = testApp(
    {},
    {
      work,
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
  const subscribe = (member: TestMember) => app.call(payments.createSubscription, {}, member.token);
  const confirm = (member: TestMember, sessionId: string) =>
    app.call(payments.confirmCheckout, { body: { sessionId } }, member.token);
  const hook = (body: string, signature = sign(body)) =>
    app.fetch("/api/webhooks/stripe", {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body,
    });
  const tell = (type: string, object: object | undefined) =>
    hook(stripe.event(type, object as Record<string, unknown>));
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
    hook,
    tell,
    /** Tells that a session was paid. */
    completed: (id: string) => tell("checkout.session.completed", stripe.sessions.get(id)),
    /** @param card its fingerprint, if it is paid by one */
    async buyAndPay(member: TestMember, packageId = "power", card?: string): Promise<string> {
      const id = sessionIn(await buy(member, { packageId }));
      stripe.pay(id, "now", card);
      return id;
    },
    /** @returns the subscription's id */
    async becomeUnlimited(member: TestMember, card?: string): Promise<string> {
      const id = sessionIn(await subscribe(member));
      stripe.pay(id, "now", card);
      await confirm(member, id);
      return stripe.sessions.get(id)?.subscription ?? "";
    },
  };
}
