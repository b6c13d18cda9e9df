import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import {
  type Charge,
  type Customer,
  type Dispute,
  type Intent,
  type InvoicePayment,
  listOf,
  makeCharge,
  makeCustomer,
  makeDispute,
  makeIntent,
  makeInvoicePayment,
  makeRefund,
  makeSession,
  makeSubscription,
  newKey,
  nowS,
  type Refund,
  type Session,
  type Subscription,
} from "#server/testing/stripe-objects.ts";

/**
 * A fake Stripe over HTTP, with the parts of the API that Spotter uses. The shape of its responses is checked against
 * the SDK's types and Stripe's published fixtures. This does not verify the behavior of Stripe.
 */

export const SECRET_KEY = "sk_test_standin";
export const WEBHOOK_SECRET = "whsec_standin";

type Answer = readonly [status: number, body: object];

/** Signs a webhook's body as Stripe does. @param age of the signature in seconds */
export const sign = (payload: string, secret = WEBHOOK_SECRET, age = 0): string =>
  new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp: nowS() - age });

const MONTHLY = 2999;

class Account {
  readonly customers = new Map<string, Customer>();
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly intents = new Map<string, Intent>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** By intent. */
  readonly charges = new Map<string, Charge>();
  /** By invoice. */
  readonly invoicePayments = new Map<string, InvoicePayment>();
  /** The metadata of a session's future subscription. */
  readonly subscriptionMetadata = new Map<string, Record<string, string>>();

  #session(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`Unknown session ${id}`);
    return session;
  }

  /**
   * Pays at the hosted page. With `later` the payment is pending until `clear` or `bounce`.
   * @param card the card's fingerprint, if any
   * @param country of the billing address
   */
  pay(sessionId: string, how: "now" | "later" = "now", card?: string, country = "US"): void {
    const session = this.#session(sessionId);
    if (session.status !== "open") throw new Error("The session is not open");
    session.status = "complete";
    session.customer_details = { address: { country } };
    if (session.mode === "payment") {
      session.payment_intent = this.#intent(session.amount_total ?? 0, card).id;
    }
    if (how === "now") this.clear(sessionId, card);
  }

  #intent(amount: number, card: string | undefined): Intent {
    const intent = makeIntent(amount);
    this.intents.set(intent.id, intent);
    this.charges.set(intent.id, makeCharge(intent, card));
    return intent;
  }

  clear(sessionId: string, card?: string): void {
    const session = this.#session(sessionId);
    session.payment_status = "paid";
    const intent = this.intents.get(session.payment_intent ?? "");
    if (intent) intent.status = "succeeded";
    if (session.mode !== "subscription" || session.subscription) return;
    const subscription = makeSubscription(session.customer, this.subscriptionMetadata.get(sessionId) ?? {});
    this.subscriptions.set(subscription.id, subscription);
    session.subscription = subscription.id;
    this.renew(subscription.id, card);
  }

  /** Charges a subscription for another month. @returns the payment's id */
  renew(subscriptionId: string, card?: string): string {
    const subscription = this.subscriptions.get(subscriptionId);
    if (!subscription) throw new Error(`Unknown subscription ${subscriptionId}`);
    const intent = this.#intent(MONTHLY, card);
    intent.status = "succeeded";
    const payment = makeInvoicePayment(intent);
    this.invoicePayments.set(payment.invoice, payment);
    subscription.latest_invoice = payment.invoice;
    return intent.id;
  }

  bounce(sessionId: string): void {
    const intent = this.intents.get(this.#session(sessionId).payment_intent ?? "");
    if (intent) intent.status = "requires_payment_method";
  }

  expire(sessionId: string): void {
    this.#session(sessionId).status = "expired";
  }

  /** @param amount in US cents @returns the refund, which tests may change */
  refund(paymentId: string, amount: number, metadata?: Record<string, string>): Refund {
    const refund = makeRefund(paymentId, amount, metadata);
    this.refunds.set(refund.id, refund);
    return refund;
  }

  /** @returns the last refund */
  failRefunds(paymentId: string): Refund | undefined {
    const made = [...this.refunds.values()].filter(({ payment_intent }) => payment_intent === paymentId);
    for (const refund of made) refund.status = "failed";
    return made.at(-1);
  }

  /** @returns the dispute, which tests may change */
  dispute(paymentId: string): Dispute {
    const dispute = makeDispute(paymentId, this.intents.get(paymentId)?.amount ?? 0);
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  changeSubscription(id: string, change: Partial<Subscription>): void {
    Object.assign(this.subscriptions.get(id) ?? {}, change);
  }

  /** With the object's current state. */
  event(type: string, object: object, id = newKey("evt")): string {
    return JSON.stringify({ id, object: "event", type, created: nowS(), livemode: false, data: { object } });
  }
}

const missing = (id: string, param = "id", status = 404): Answer => [
  status,
  { error: { type: "invalid_request_error", code: "resource_missing", param, message: `No such object: '${id}'` } },
];
const found = (object: object | undefined, id: string): Answer => (object ? [200, object] : missing(id));

function openSession(account: Account, form: URLSearchParams): Answer {
  const customer = form.get("customer") ?? "";
  if (!account.customers.has(customer)) return missing(customer, "customer", 400);
  const session = makeSession(form);
  account.sessions.set(session.id, session);
  const checkout = form.get("subscription_data[metadata][checkout]");
  if (checkout !== null) account.subscriptionMetadata.set(session.id, { checkout });
  return [200, session];
}

function readSession(account: Account, id: string, expand: readonly string[]): Answer {
  const session = account.sessions.get(id);
  if (!session) return missing(id);
  const intent = expand.includes("payment_intent") && account.intents.get(session.payment_intent ?? "");
  const subscription = expand.includes("subscription") && account.subscriptions.get(session.subscription ?? "");
  return [200, { ...session, ...(intent && { payment_intent: intent }), ...(subscription && { subscription }) }];
}

/** Expands the latest invoice and its payments on request. */
function readSubscription(account: Account, id: string, expand: readonly string[]): Answer {
  const subscription = account.subscriptions.get(id);
  const payment = account.invoicePayments.get(subscription?.latest_invoice ?? "");
  if (!subscription || !payment || !expand.includes("latest_invoice.payments")) return found(subscription, id);
  const payments = listOf([payment], "/v1/invoice_payments");
  return [200, { ...subscription, latest_invoice: { id: payment.invoice, object: "invoice", payments } }];
}

function readIntent(account: Account, id: string, expand: readonly string[]): Answer {
  const intent = account.intents.get(id);
  const charge = account.charges.get(id);
  if (!intent) return missing(id);
  return [200, { ...intent, latest_charge: expand.includes("latest_charge") ? charge : charge?.id }];
}

function updateSubscription(account: Account, id: string, form: URLSearchParams): Answer {
  const subscription = account.subscriptions.get(id);
  if (!subscription || subscription.status === "canceled") return missing(id);
  const atPeriodEnd = form.get("cancel_at_period_end");
  if (atPeriodEnd !== null) {
    const [item] = subscription.items.data;
    const was = subscription.cancel_at_period_end;
    subscription.cancel_at_period_end = atPeriodEnd === "true";
    if (subscription.cancel_at_period_end) subscription.cancel_at = item?.current_period_end ?? null;
    else if (was) subscription.cancel_at = null;
  }
  if (form.get("cancel_at") === "") subscription.cancel_at = null;
  return [200, subscription];
}

function expireSession(account: Account, id: string): Answer {
  const session = account.sessions.get(id);
  if (!session) return missing(id);
  if (session.status !== "open") {
    return [400, { error: { type: "invalid_request_error", message: "Only sessions that are open can expire" } }];
  }
  account.expire(id);
  return [200, session];
}

/** In US cents. */
function unrefunded(account: Account, { id, amount }: Intent): number {
  const made = [...account.refunds.values()].filter(
    ({ payment_intent, status }) => payment_intent === id && status !== "failed",
  );
  return made.reduce((left, refund) => left - refund.amount, amount);
}

const refused = (message: string, code?: string): Answer => [
  400,
  { error: { type: "invalid_request_error", ...(code !== undefined && { code }), message } },
];

function createRefund(account: Account, form: URLSearchParams): Answer {
  const id = form.get("payment_intent") ?? "";
  const intent = account.intents.get(id);
  if (!intent) return missing(id, "payment_intent", 400);
  const isDisputed = [...account.disputes.values()].some(
    ({ payment_intent, status }) => payment_intent === id && status !== "won",
  );
  if (isDisputed) return refused("The charge has been charged back", "charge_disputed");
  const left = unrefunded(account, intent);
  if (left <= 0) return refused("The charge is already refunded", "charge_already_refunded");
  const amount = Number(form.get("amount") ?? intent.amount);
  if (amount > left) return refused("The refund is greater than the unrefunded amount");
  const reference = form.get("metadata[reference]");
  return [200, account.refund(id, amount, reference === null ? {} : { reference })];
}

function cancel(account: Account, id: string): Answer {
  const subscription = account.subscriptions.get(id);
  if (!subscription || subscription.status === "canceled") return missing(id);
  Object.assign(subscription, { status: "canceled", ended_at: nowS() });
  return [200, subscription];
}

function answer(account: Account, method: string, url: URL, form: URLSearchParams): Answer {
  const [, , kind = "", ...rest] = url.pathname.split("/");
  const id = rest.at(-1) ?? "";
  const isPost = method === "POST";
  if (isPost && kind === "customers") {
    const customer = makeCustomer(form);
    account.customers.set(customer.id, customer);
    return [200, customer];
  }
  const expand = [...url.searchParams].filter(([name]) => name.startsWith("expand")).map(([, value]) => value);
  if (kind === "checkout" && id === "expire") return expireSession(account, rest.at(-2) ?? "");
  if (kind === "checkout") {
    return isPost ? openSession(account, form) : readSession(account, id, expand);
  }
  if (kind === "subscriptions" && method === "DELETE") return cancel(account, id);
  if (kind === "subscriptions") {
    return isPost ? updateSubscription(account, id, form) : readSubscription(account, id, expand);
  }
  if (kind === "payment_intents") return readIntent(account, id, expand);
  if (isPost && kind === "refunds") return createRefund(account, form);
  if (kind === "refunds" || kind === "disputes") {
    const all: readonly (Refund | Dispute)[] = [...account[kind].values()];
    const wanted = all.filter((one) => one.payment_intent === url.searchParams.get("payment_intent"));
    return [200, listOf(wanted, url.pathname)];
  }
  return missing(url.pathname);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

export async function startStripe() {
  const account = new Account();
  const requests: string[] = [];
  const answered = new Map<string, { form: string; answer: Answer }>();
  let failure: { status: number; prefix: string } | undefined;
  let watcher = (_: string): void => {};
  const heldResponses: { line: string; until: Promise<void> }[] = [];

  /** Answers by idempotency key: a repeated key gets the same response, even an error. */
  function answerOnce(key: string | undefined, form: URLSearchParams, make: () => Answer): Answer {
    const before = key === undefined ? undefined : answered.get(key);
    if (before && before.form !== String(form)) {
      return [400, { error: { type: "idempotency_error", message: "The key was used with other parameters" } }];
    }
    if (before) return before.answer;
    const made = make();
    if (key !== undefined) answered.set(key, { form: String(form), answer: made });
    return made;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://stand-in");
    const form = await readForm(request);
    const line = `${method} ${url.pathname}`;
    requests.push(line);
    watcher(line);
    const key = headers["idempotency-key"];
    const make = (): Answer =>
      failure && line.startsWith(failure.prefix)
        ? [failure.status, { error: { type: "api_error", message: "Simulated failure" } }]
        : answer(account, method, url, form);
    const [status, body] =
      headers.authorization === `Bearer ${SECRET_KEY}`
        ? answerOnce(typeof key === "string" ? key : undefined, form, make)
        : [401, { error: { type: "invalid_request_error", message: "Invalid API Key" } }];
    // A held response keeps the state at the time of the request.
    const text = JSON.stringify(body);
    const late = heldResponses.findIndex((held) => held.line === line);
    if (late >= 0) await heldResponses.splice(late, 1)[0]?.until;
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return Object.assign(account, {
    /** The value of `STRIPE_API_BASE`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests as readonly string[],
    /** Before the request is answered. */
    watch(next: (request: string) => void) {
      watcher = next;
    },
    /** Answers all requests that start with the prefix with this status, until the next call. */
    fail(status: number | undefined, prefix = "") {
      failure = status === undefined ? undefined : { status, prefix };
    },
    /** Holds the response to the next request of this method and path. @returns a function that releases it */
    hold(line: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldResponses.push({ line, until: promise });
      return resolve;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
