import Stripe from "stripe";
import {
  type EventSubject,
  type PartialRefund,
  type PaymentProvider,
  type PaymentSession,
  type PaymentState,
  type ProviderSubscription,
  UnknownCustomerError,
} from "#server/platform/adapters/payments.ts";

const CURRENCY = "usd";
/** The maximum age of a webhook's signature in seconds. */
const TOLERANCE_S = 300;
const TIMEOUT_MS = 20_000;

/** Statuses of a failed payment, and of a subscription whose first payment failed. */
const FAILED = new Set(["requires_payment_method", "canceled", "incomplete_expired", "unpaid"]);
/** Statuses of a dispute in which the bank has withdrawn the money, and whether it may still return it. */
const DISPUTED: Readonly<Record<string, PaymentState["dispute"]>> = {
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  lost: "lost",
};
/** The subscription metadata that holds the checkout's id. */
const CHECKOUT_KEY = "checkout";
/** The refund metadata that holds the reference of a partial refund. */
const REFUND_KEY = "reference";
/** Beside the button to pay. Spotter begins at once, which a buyer with a right of withdrawal has to request. */
const BEFORE_PAYING =
  "By paying you ask Spotter to begin at once. In the EU and EEA you can withdraw within 14 days, in Settings, Billing.";

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

/** Two capital letters of ISO 3166. */
const countryOf = (code: string | null | undefined): string | null =>
  code !== null && code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null;

const presentSession = (session: Stripe.Checkout.Session): PaymentSession => ({
  id: session.id,
  reference: session.client_reference_id,
  state: stateOf(session),
  kind: session.mode === "subscription" ? "subscription" : "package",
  amountCents: session.currency === CURRENCY ? session.amount_subtotal : null,
  subscriptionId: idOf(session.subscription),
  paymentId: idOf(session.payment_intent),
  buyerCountry: countryOf(session.customer_details?.address?.country),
});

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Statuses in which a subscription may be used, and final ones. */
const ACTIVE = new Set(["active", "trialing", "past_due"]);
const TERMINATED = new Set(["canceled", "incomplete_expired"]);

function presentSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, status, metadata, items, cancel_at: endsAt, ended_at: endedAt } = subscription;
  const periodEnd = Math.max(...items.data.map((item) => item.current_period_end));
  return {
    id,
    reference: metadata[CHECKOUT_KEY] ?? null,
    status,
    isActive: ACTIVE.has(status),
    isUnpaid: status === "past_due",
    isTerminated: TERMINATED.has(status),
    periodEnd: dateOf(endedAt ?? endsAt ?? periodEnd),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || endsAt !== null,
    paymentId: paymentIn(subscription.latest_invoice),
  };
}

function paymentIn(invoice: string | Stripe.Invoice | null): string | null {
  const all = typeof invoice === "object" ? (invoice?.payments?.data ?? []) : [];
  return idOf(all.find(({ status }) => status === "paid")?.payment.payment_intent);
}

const WITH_PAYMENT = { expand: ["latest_invoice.payments"] };

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): string | null {
  if (charge === null || typeof charge === "string") return null;
  return charge.payment_method_details?.card?.fingerprint ?? null;
}

/** Only ids are read from the event. */
function subjectOf({ type, data }: Stripe.Event): EventSubject | undefined {
  const object = data.object as unknown as Record<string, unknown>;
  const idIn = (value: unknown): string | null => idOf(value as string | { id: string } | null | undefined);
  const named = (kind: EventSubject["kind"], id: string | null): EventSubject | undefined =>
    id === null ? undefined : { kind, id };
  if (type.startsWith("checkout.session.")) return named("session", idIn(object["id"]));
  if (type.startsWith("customer.subscription.")) return named("subscription", idIn(object["id"]));
  if (type.startsWith("invoice.")) {
    const parent = object["parent"] as { subscription_details?: { subscription?: unknown } | null } | null | undefined;
    return named("subscription", idIn(parent?.subscription_details?.subscription ?? object["subscription"]));
  }
  const isRefundOrDispute = /^(charge\.refund|refund\.|charge\.dispute)/.test(type);
  return isRefundOrDispute ? named("payment", idIn(object["payment_intent"])) : undefined;
}

const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

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
  /** Two while one is being replaced. */
  readonly webhookSecrets: readonly string[];
  /** Overrides Stripe's URL, for tests. */
  readonly apiBase: string | undefined;
}

function createClient({ secretKey, apiBase }: StripeSettings): Stripe {
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

/** Whether the money of a refund went back, or is on its way. A bank may return it weeks later. */
const isMade = ({ status }: Stripe.Refund): boolean => status !== "failed" && status !== "canceled";

/**
 * If a partial refund failed or was refused, an operator may have refunded as much in the dashboard since, where
 * refunds have no reference. Then the money went back, too.
 */
async function readPartialRefund(
  stripe: Stripe,
  { paymentId, reference, amountCents, since }: PartialRefund,
): Promise<"none" | "made" | "failed"> {
  const all: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) all.push(refund);
  const own = all.filter(({ metadata }) => metadata?.[REFUND_KEY] === reference);
  if (own.some(isMade)) return "made";
  const owedSince = Math.max(Math.ceil(since.getTime() / 1000), ...own.map(({ created }) => created));
  const replacedCents = all
    .filter((one) => isMade(one) && one.metadata?.[REFUND_KEY] === undefined && one.created >= owedSince)
    .reduce((sum, { amount }) => sum + amount, 0);
  if (replacedCents >= amountCents) return "made";
  return own.length === 0 ? "none" : "failed";
}

type Order = Parameters<PaymentProvider["openSession"]>[0];

function sessionOf({ reference, customerId, item, successUrl, cancelUrl }: Order): Stripe.Checkout.SessionCreateParams {
  const monthly = item.kind === "subscription";
  return {
    mode: monthly ? "subscription" : "payment",
    client_reference_id: reference,
    customer: customerId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: CURRENCY,
          unit_amount: item.amountCents,
          product_data: { name: item.name },
          ...(monthly && { recurring: { interval: "month" as const } }),
        },
      },
    ],
    ...(monthly && { subscription_data: { metadata: { [CHECKOUT_KEY]: reference } } }),
    // Terms, emails and refunds state dollars, so buyers pay in dollars whatever the account's settings say.
    adaptive_pricing: { enabled: false },
    custom_text: { submit: { message: BEFORE_PAYING } },
    success_url: successUrl.replace("{session}", "{CHECKOUT_SESSION_ID}"),
    cancel_url: cancelUrl,
  };
}

async function readPayment(stripe: Stripe, paymentId: string): Promise<PaymentState> {
  const of = { payment_intent: paymentId, limit: 100 };
  const centsOf = ({ amount, currency }: { amount: number; currency: string }) =>
    currency === CURRENCY ? amount : Number.POSITIVE_INFINITY;
  let paidBack = 0;
  let dispute: PaymentState["dispute"] = null;
  for await (const refund of stripe.refunds.list(of)) {
    if (isMade(refund)) paidBack += centsOf(refund);
  }
  for await (const one of stripe.disputes.list(of)) {
    const state = DISPUTED[one.status] ?? null;
    if (state === null) continue;
    paidBack += centsOf(one);
    if (dispute !== "open") dispute = state;
  }
  const intent = await stripe.paymentIntents.retrieve(paymentId, { expand: ["latest_charge"] });
  return { refundedCents: paidBack, dispute, card: cardOf(intent) };
}

export function stripePayments(settings: StripeSettings): PaymentProvider {
  const stripe = createClient(settings);
  return {
    mode: "on",

    async createCustomer(reference) {
      // No name or address: buyers enter what Stripe needs.
      return (await stripe.customers.create({ metadata: { reference } })).id;
    },

    async openSession(order) {
      const session = await stripe.checkout.sessions.create(sessionOf(order)).catch((error: unknown) => {
        throw isMissing(error) && error.param === "customer" ? new UnknownCustomerError(error.message) : error;
      });
      if (!session.url) throw new Error("Stripe returned no URL for the checkout session");
      return { id: session.id, url: session.url };
    },

    async expireSession(id) {
      // Stripe refuses this for a completed session. The caller fetches its state afterwards.
      await stripe.checkout.sessions.expire(id).catch(orRefused);
    },

    // The expanded objects distinguish a pending payment from a failed one.
    findSession: (id) =>
      stripe.checkout.sessions
        .retrieve(id, { expand: ["payment_intent", "subscription"] })
        .then(presentSession, orMissing),

    findSubscription: (id) => stripe.subscriptions.retrieve(id, WITH_PAYMENT).then(presentSubscription, orMissing),

    async setCancelAtPeriodEnd(id, ends) {
      const { cancel_at: endsAt, cancel_at_period_end: atPeriodEnd } = await stripe.subscriptions.retrieve(id);
      const byDate = endsAt !== null && !atPeriodEnd;
      if (byDate && ends) return;
      await stripe.subscriptions.update(id, byDate ? { cancel_at: "" } : { cancel_at_period_end: ends });
    },

    async refund(paymentId) {
      // The refund is in full, so Stripe refuses a second one.
      await stripe.refunds.create({ payment_intent: paymentId }).catch((error: unknown) => {
        if (!isRefused(error) || error.code !== "charge_already_refunded") throw error;
      });
    },

    async refundPart({ attempt, ...part }) {
      const { paymentId, amountCents, reference } = part;
      const refund = { payment_intent: paymentId, amount: amountCents, metadata: { [REFUND_KEY]: reference } };
      try {
        if ((await readPartialRefund(stripe, part)) === "made") return "refunded";
        // Stripe repeats its answer to a key, also an error, so a later attempt needs a key of its own.
        await stripe.refunds.create(refund, { idempotencyKey: `refund-${reference}-${attempt}` });
        return "refunded";
      } catch (error) {
        if (!isRefused(error)) throw error;
        // An operator has refunded all of it.
        return error.code === "charge_already_refunded" ? "refunded" : "refused";
      }
    },

    hasRefundFailed: async (part) => (await readPartialRefund(stripe, part)) === "failed",

    findPayment: (paymentId) => readPayment(stripe, paymentId).catch(orMissing),

    async cancelSubscription(id) {
      await stripe.subscriptions.cancel(id).catch(orMissing);
    },

    readEvent(body, signature) {
      const isSigned = settings.webhookSecrets.some((secret) => isSignedBy(stripe, body, signature, secret));
      if (!isSigned) throw new Error("The signature is invalid or too old");
      const event = JSON.parse(body.toString()) as Partial<Stripe.Event>;
      // Newer event types have no object. None of them concerns us.
      const subject = event.data?.object ? subjectOf(event as Stripe.Event) : undefined;
      return { id: String(event.id), type: String(event.type), subject };
    },
  };
}

function isSignedBy(stripe: Stripe, body: Buffer, signature: string, secret: string): boolean {
  try {
    return stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_S) ?? false;
  } catch {
    return false;
  }
}
