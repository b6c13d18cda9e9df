import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

/**
 * Stands in for Stripe over real HTTP, with the parts that we use and their state. It is not Stripe: that what it answers has
 * Stripe's shape is checked against Stripe's published fixtures; that Stripe behaves like it is not checked by anything here.
 */

export const SECRET_KEY = "sk_test_standin";
export const WEBHOOK_SECRET = "whsec_standin";

type Fields = Record<string, unknown>;

interface Session extends Fields {
  id: string;
  mode: "payment" | "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  customer: string;
  subscription: string | null;
  payment_intent: string | null;
  amount_total: number;
}

interface Charge extends Fields {
  payment_intent: string;
  amount: number;
  amount_refunded: number;
}

export interface StripeStandIn {
  /** For `STRIPE_API_BASE`. */
  readonly url: string;
  readonly sessions: ReadonlyMap<string, Session>;
  readonly subscriptions: ReadonlyMap<string, Fields>;
  /** How many sessions were made, whatever became of them. */
  readonly requests: readonly string[];
  /** What a buyer does at the hosted page. `later`: the money comes with `clear`. */
  pay(sessionId: string, how?: "now" | "later"): void;
  clear(sessionId: string): void;
  expire(sessionId: string): void;
  /** Pays back, in US cents. */
  refund(paymentId: string, amount: number): void;
  changeSubscription(id: string, change: Fields): void;
  /** An event about an object as it is now, as a webhook's body. */
  event(type: string, object: Fields, id?: string): string;
  /** Called with each request before it is answered, as 'POST /v1/customers'. */
  watch(watcher: (request: string) => void): void;
  /** Answers everything with this status until told otherwise. */
  fail(status: number | undefined): void;
  close(): Promise<void>;
}

const DAY_S = 24 * 3600;
const nowS = (): number => Math.floor(Date.now() / 1000);
const newKey = (prefix: string): string => `${prefix}_${randomBytes(10).toString("hex")}`;

/** A signature as the provider's own library makes it. @param age seconds ago */
export const sign = (payload: string, secret = WEBHOOK_SECRET, age = 0): string =>
  new Stripe(SECRET_KEY).webhooks.generateTestHeaderString({ payload, secret, timestamp: nowS() - age });

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

const listOf = (data: readonly Fields[], url: string): Fields => ({ object: "list", data, has_more: false, url });

/** Starts one on any free port. */
export async function startStripe(): Promise<StripeStandIn> {
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Fields>();
  const charges: Charge[] = [];
  const answered = new Map<string, Fields>();
  const requests: string[] = [];
  let failing: number | undefined;
  let watcher = (_: string): void => {};

  const makeCustomer = (form: URLSearchParams): Fields => ({
    id: newKey("cus"),
    object: "customer",
    created: nowS(),
    livemode: false,
    metadata: { reference: form.get("metadata[reference]") },
  });

  function makeSession(form: URLSearchParams): Session {
    const id = newKey("cs_test");
    const session: Session = {
      id,
      object: "checkout.session",
      mode: form.get("mode") === "subscription" ? "subscription" : "payment",
      status: "open",
      payment_status: "unpaid",
      client_reference_id: form.get("client_reference_id"),
      customer: form.get("customer") ?? "",
      currency: form.get("line_items[0][price_data][currency]"),
      amount_total:
        Number(form.get("line_items[0][price_data][unit_amount]")) * Number(form.get("line_items[0][quantity]")),
      subscription: null,
      payment_intent: null,
      created: nowS(),
      expires_at: nowS() + DAY_S,
      livemode: false,
      success_url: form.get("success_url"),
      cancel_url: form.get("cancel_url"),
      url: `https://checkout.stripe.test/${id}`,
    };
    sessions.set(id, session);
    return session;
  }

  function makeSubscription(customer: string): Fields {
    const item = {
      id: newKey("si"),
      object: "subscription_item",
      current_period_start: nowS(),
      current_period_end: nowS() + 30 * DAY_S,
    };
    const subscription = {
      id: newKey("sub"),
      object: "subscription",
      customer,
      status: "active",
      cancel_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      created: nowS(),
      items: listOf([item], "/v1/subscription_items"),
      livemode: false,
    };
    subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  const missing = (id: string): [number, Fields] => [
    404,
    { error: { type: "invalid_request_error", code: "resource_missing", message: `No such object: '${id}'` } },
  ];
  const found = (object: Fields | undefined, id: string): [number, Fields] => (object ? [200, object] : missing(id));

  function answer(method: string, url: URL, form: URLSearchParams): [number, Fields] {
    const [, , kind = "", ...rest] = url.pathname.split("/");
    const id = rest.at(-1) ?? "";
    if (method === "POST" && kind === "customers") return [200, makeCustomer(form)];
    if (kind === "checkout") return method === "POST" ? [200, makeSession(form)] : found(sessions.get(id), id);
    if (kind === "subscriptions") {
      const subscription = subscriptions.get(id);
      if (subscription && method === "POST")
        subscription["cancel_at_period_end"] = form.get("cancel_at_period_end") === "true";
      return found(subscription, id);
    }
    if (kind === "charges") {
      const wanted = charges.filter((charge) => charge.payment_intent === url.searchParams.get("payment_intent"));
      return [200, listOf(wanted, "/v1/charges")];
    }
    return missing(url.pathname);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const form = await readForm(request);
    const line = `${request.method} ${url.pathname}`;
    requests.push(line);
    watcher(line);
    const key = request.headers["idempotency-key"];
    const before = typeof key === "string" ? answered.get(key) : undefined;
    const [status, body] =
      request.headers.authorization !== `Bearer ${SECRET_KEY}`
        ? [401, { error: { type: "invalid_request_error", message: "Invalid API Key" } }]
        : failing !== undefined
          ? [failing, { error: { type: "api_error", message: "Something is wrong here" } }]
          : before
            ? [200, before]
            : answer(request.method ?? "GET", url, form);
    if (status === 200 && typeof key === "string") answered.set(key, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const sessionOf = (id: string): Session => {
    const session = sessions.get(id);
    if (!session) throw new Error(`There is no session ${id}`);
    return session;
  };
  const clear = (sessionId: string): void => {
    const session = sessionOf(sessionId);
    session.payment_status = "paid";
    if (session.mode === "subscription") session.subscription ??= String(makeSubscription(session.customer)["id"]);
    else if (session.payment_intent) {
      const { payment_intent, amount_total: amount } = session;
      charges.push({
        id: newKey("ch"),
        object: "charge",
        payment_intent,
        amount,
        amount_refunded: 0,
        disputed: false,
        refunded: false,
        created: nowS(),
        currency: "usd",
        paid: true,
        status: "succeeded",
      });
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    subscriptions,
    requests,
    pay(sessionId, how = "now") {
      const session = sessionOf(sessionId);
      if (session.status !== "open") throw new Error("Nobody can pay at a session that is not open");
      session.status = "complete";
      if (session.mode === "payment") session.payment_intent = newKey("pi");
      if (how === "now") clear(sessionId);
    },
    clear,
    expire(sessionId) {
      sessionOf(sessionId).status = "expired";
    },
    refund(paymentId, amount) {
      const charge = charges.find((one) => one.payment_intent === paymentId);
      if (!charge) throw new Error(`Nothing was paid by ${paymentId}`);
      charge.amount_refunded = Math.min(charge.amount, charge.amount_refunded + amount);
      charge["refunded"] = charge.amount_refunded === charge.amount;
    },
    changeSubscription(id, change) {
      Object.assign(subscriptions.get(id) ?? {}, change);
    },
    event: (type, object, id = newKey("evt")) =>
      JSON.stringify({ id, object: "event", type, created: nowS(), livemode: false, data: { object } }),
    watch(next) {
      watcher = next;
    },
    fail(status) {
      failing = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
