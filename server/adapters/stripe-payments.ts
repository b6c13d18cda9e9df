import Stripe from "stripe";
import type { PaymentSession, Payments, Subject, Subscription } from "#server/adapters/payments.ts";

const CURRENCY = "usd";
/** Seconds that a webhook's signature may be old. */
const TOLERANCE_S = 300;
const TIMEOUT_MS = 20_000;

/** Statuses in which a membership gives what it gives: while a renewal is tried again it goes on. */
const ACTIVE = new Set(["active", "trialing", "past_due"]);

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

function stateOf({ status, payment_status }: Stripe.Checkout.Session): PaymentSession["state"] {
  if (status === "expired") return "expired";
  if (payment_status === "paid" || payment_status === "no_payment_required") return "paid";
  return status === "complete" ? "unpaid" : "open";
}

const presentSession = (session: Stripe.Checkout.Session): PaymentSession => ({
  id: session.id,
  reference: session.client_reference_id,
  state: stateOf(session),
  kind: session.mode === "subscription" ? "membership" : "pack",
  amount: session.currency === CURRENCY ? session.amount_total : null,
  customerId: idOf(session.customer),
  subscriptionId: idOf(session.subscription),
  paymentId: idOf(session.payment_intent),
});

function presentSubscription(subscription: Stripe.Subscription): Subscription {
  const ends = subscription.items.data.map((item) => item.current_period_end);
  const periodEnd = new Date(Math.max(subscription.ended_at ?? 0, ...ends) * 1000);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: subscription.status,
    isActive: ACTIVE.has(subscription.status),
    periodEnd,
    ends: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  };
}

/** What an event is about, by its type; the object in it is only looked at for ids. */
function subjectOf({ type, data }: Stripe.Event): Subject | undefined {
  const object = data.object as unknown as Record<string, unknown>;
  const idIn = (value: unknown): string | null => idOf(value as string | { id: string } | null | undefined);
  const named = (kind: Subject["kind"], id: string | null): Subject | undefined =>
    id === null ? undefined : { kind, id };
  if (type.startsWith("checkout.session.")) return named("session", idIn(object["id"]));
  if (type.startsWith("customer.subscription.")) return named("subscription", idIn(object["id"]));
  if (type.startsWith("invoice.")) {
    const parent = object["parent"] as { subscription_details?: { subscription?: unknown } | null } | null | undefined;
    return named("subscription", idIn(parent?.subscription_details?.subscription ?? object["subscription"]));
  }
  const isMoneyBack = /^(charge\.refund|refund\.|charge\.dispute)/.test(type);
  return isMoneyBack ? named("payment", idIn(object["payment_intent"])) : undefined;
}

/** Whether the provider has no such thing. */
const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

const orMissing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined;
  throw error;
};

export interface StripeSettings {
  readonly secretKey: string;
  /** One, or two while one is replaced by the other. */
  readonly webhookSecrets: readonly string[];
  /** Another address than Stripe's own, for a stand-in. */
  readonly apiBase: string | undefined;
}

function clientOf({ secretKey, apiBase }: StripeSettings): Stripe {
  const at = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(at && {
      host: at.hostname,
      protocol: at.protocol === "http:" ? ("http" as const) : ("https" as const),
      port: at.port || (at.protocol === "http:" ? 80 : 443),
    }),
  });
}

/** Stripe, by its own library: hosted checkout for packs and for the monthly membership. */
export function stripePayments(settings: StripeSettings): Payments {
  const stripe = clientOf(settings);
  return {
    mode: "on",

    async createCustomer(reference) {
      // Neither name nor address: whoever pays tells the provider what it needs.
      const customer = await stripe.customers.create(
        { metadata: { reference } },
        { idempotencyKey: `customer ${reference}` },
      );
      return customer.id;
    },

    async openSession({ reference, customerId, item, successUrl, cancelUrl }) {
      const monthly = item.kind === "membership";
      const session = await stripe.checkout.sessions.create(
        {
          mode: monthly ? "subscription" : "payment",
          client_reference_id: reference,
          customer: customerId,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: CURRENCY,
                unit_amount: item.amount,
                product_data: { name: item.name },
                ...(monthly && { recurring: { interval: "month" as const } }),
              },
            },
          ],
          success_url: successUrl.replace("{session}", "{CHECKOUT_SESSION_ID}"),
          cancel_url: cancelUrl,
        },
        { idempotencyKey: `checkout ${reference}` },
      );
      if (!session.url) throw new Error("The provider gave no address to pay at");
      return { id: session.id, url: session.url };
    },

    findSession: (id) => stripe.checkout.sessions.retrieve(id).then(presentSession, orMissing),

    findSubscription: (id) => stripe.subscriptions.retrieve(id).then(presentSubscription, orMissing),

    setEnds: (id, ends) => stripe.subscriptions.update(id, { cancel_at_period_end: ends }).then(presentSubscription),

    async findRefunded(paymentId) {
      let refunded = 0;
      for await (const charge of stripe.charges.list({ payment_intent: paymentId, limit: 100 })) {
        refunded += charge.disputed ? charge.amount : charge.amount_refunded;
      }
      return refunded;
    },

    readEvent(body, signature) {
      const read = (secret: string) => stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S);
      for (const [i, secret] of settings.webhookSecrets.entries()) {
        try {
          const event = read(secret);
          return { id: event.id, type: event.type, subject: subjectOf(event) };
        } catch (error) {
          if (i === settings.webhookSecrets.length - 1) throw error;
        }
      }
      throw new Error("No webhook secret is set");
    },
  };
}
