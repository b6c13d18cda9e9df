import Stripe from "stripe";
import {
  type PaymentSession,
  type PaymentState,
  type Payments,
  type Subject,
  type Subscription,
  UnknownCustomer,
} from "#server/adapters/payments.ts";

const CURRENCY = "usd";
/** Seconds that a webhook's signature may be old. */
const TOLERANCE_S = 300;
const TIMEOUT_MS = 20_000;

/** Statuses of a payment that will not come, and of a subscription whose first payment did not. */
const FAILED = new Set(["requires_payment_method", "canceled", "incomplete_expired", "unpaid"]);
/** Statuses of a dispute in which the bank has taken the money back, and whether it may give it again. */
const DISPUTED: Readonly<Record<string, PaymentState["dispute"]>> = {
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  lost: "lost",
};
/** What a subscription carries to say which checkout it is from. */
const CHECKOUT = "checkout";

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

const statusOf = (value: string | { status: string } | null): string =>
  (typeof value === "object" && value?.status) || "";

function stateOf({ status, payment_status, ...session }: Stripe.Checkout.Session): PaymentSession["state"] {
  if (status === "expired") return "expired";
  if (payment_status === "paid" || payment_status === "no_payment_required") return "paid";
  if (status !== "complete") return "open";
  const { payment_intent: payment, subscription } = session;
  return FAILED.has(statusOf(payment)) || FAILED.has(statusOf(subscription)) ? "failed" : "unpaid";
}

const presentSession = (session: Stripe.Checkout.Session): PaymentSession => ({
  id: session.id,
  reference: session.client_reference_id,
  state: stateOf(session),
  kind: session.mode === "subscription" ? "membership" : "pack",
  amount: session.currency === CURRENCY ? session.amount_subtotal : null,
  subscriptionId: idOf(session.subscription),
  paymentId: idOf(session.payment_intent),
});

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Statuses in which a membership gives what it gives, and those from which there is no way back. */
const ACTIVE = new Set(["active", "trialing", "past_due"]);
const OVER = new Set(["canceled", "incomplete_expired"]);

function presentSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, metadata, items, cancel_at: endsAt, ended_at: endedAt } = subscription;
  const periodEnd = Math.max(...items.data.map((item) => item.current_period_end));
  return {
    id,
    reference: metadata[CHECKOUT] ?? null,
    status,
    isActive: ACTIVE.has(status),
    isUnpaid: status === "past_due",
    isOver: OVER.has(status),
    periodEnd: dateOf(endedAt ?? endsAt ?? periodEnd),
    ends: subscription.cancel_at_period_end || endsAt !== null,
    paymentId: paymentIn(subscription.latest_invoice),
  };
}

/** The payment by which an invoice was paid, where it was expanded. */
function paymentIn(invoice: string | Stripe.Invoice | null): string | null {
  const all = typeof invoice === "object" ? (invoice?.payments?.data ?? []) : [];
  return idOf(all.find(({ status }) => status === "paid")?.payment.payment_intent);
}

/** What is expanded of a subscription, so that its payment is known. */
const WITH_PAYMENT = { expand: ["latest_invoice.payments"] };

/** The card's fingerprint of an intent whose charge was expanded. */
function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): string | null {
  if (charge === null || typeof charge === "string") return null;
  return charge.payment_method_details?.card?.fingerprint ?? null;
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
const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** Whether the provider does not do what it was asked to, as it stands. */
const isRefused = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

const orRefused = (error: unknown): undefined => {
  if (isRefused(error)) return undefined;
  throw error;
};

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
      return (await stripe.customers.create({ metadata: { reference } })).id;
    },

    async openSession({ reference, customerId, item, successUrl, cancelUrl }) {
      const monthly = item.kind === "membership";
      const order: Stripe.Checkout.SessionCreateParams = {
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
        ...(monthly && { subscription_data: { metadata: { [CHECKOUT]: reference } } }),
        success_url: successUrl.replace("{session}", "{CHECKOUT_SESSION_ID}"),
        cancel_url: cancelUrl,
      };
      const session = await stripe.checkout.sessions.create(order).catch((error: unknown) => {
        throw isMissing(error) && error.param === "customer" ? new UnknownCustomer(error.message) : error;
      });
      if (!session.url) throw new Error("The provider gave no address to pay at");
      return { id: session.id, url: session.url };
    },

    async expireSession(id) {
      // One that is complete cannot expire: how it stands is asked about afterwards.
      await stripe.checkout.sessions.expire(id).catch(orRefused);
    },

    // What was expanded says whether the money still comes.
    findSession: (id) =>
      stripe.checkout.sessions
        .retrieve(id, { expand: ["payment_intent", "subscription"] })
        .then(presentSession, orMissing),

    findSubscription: (id) => stripe.subscriptions.retrieve(id, WITH_PAYMENT).then(presentSubscription, orMissing),

    async setEnds(id, ends) {
      const { cancel_at: endsAt, cancel_at_period_end: atPeriodEnd } = await stripe.subscriptions.retrieve(id);
      const byDate = endsAt !== null && !atPeriodEnd;
      if (byDate && ends) return;
      await stripe.subscriptions.update(id, byDate ? { cancel_at: "" } : { cancel_at_period_end: ends });
    },

    async payBack(paymentId) {
      // All of it goes back, so a second time is refused.
      await stripe.refunds.create({ payment_intent: paymentId }).catch((error: unknown) => {
        if (!isRefused(error) || error.code !== "charge_already_refunded") throw error;
      });
    },

    async findPayment(paymentId) {
      const of = { payment_intent: paymentId, limit: 100 };
      const centsOf = ({ amount, currency }: { amount: number; currency: string }) =>
        currency === CURRENCY ? amount : Number.POSITIVE_INFINITY;
      let paidBack = 0;
      let dispute: PaymentState["dispute"] = null;
      try {
        for await (const refund of stripe.refunds.list(of)) {
          if (refund.status !== "failed" && refund.status !== "canceled") paidBack += centsOf(refund);
        }
        for await (const one of stripe.disputes.list(of)) {
          const state = DISPUTED[one.status] ?? null;
          if (state === null) continue;
          paidBack += centsOf(one);
          if (dispute !== "open") dispute = state;
        }
        const intent = await stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] });
        return { paidBack, dispute, card: cardOf(intent) };
      } catch (error) {
        return orMissing(error);
      }
    },

    async end(id) {
      await stripe.subscriptions.cancel(id).catch(orMissing);
    },

    readEvent(body, signature) {
      const isSigned = settings.webhookSecrets.some((secret) => isSignedBy(stripe, body, signature, secret));
      if (!isSigned) throw new Error("The signature is not the provider's, or too old");
      const event = JSON.parse(body.toString()) as Partial<Stripe.Event>;
      // There are newer kinds of events, with nothing in them: none of those that we act on.
      const subject = event.data?.object ? subjectOf(event as Stripe.Event) : undefined;
      return { id: String(event.id), type: String(event.type), subject };
    },
  };
}

/** Whether a webhook's body was signed with a secret, of late. */
function isSignedBy(stripe: Stripe, body: Buffer, signature: string, secret: string): boolean {
  try {
    return stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_S) ?? false;
  } catch {
    return false;
  }
}
