import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { DAY_S } from "#contract/durations.ts";

/** Creates Stripe objects with their ids and the fields that Spotter reads. The SDK's types check them. */

export const nowS = (): number => Math.floor(Date.now() / 1000);
export const newKey = (prefix: string): string => `${prefix}_${randomBytes(10).toString("hex")}`;

export type Session = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "adaptive_pricing"
  | "object"
  | "mode"
  | "status"
  | "payment_status"
  | "client_reference_id"
  | "currency"
  | "amount_subtotal"
  | "amount_total"
  | "created"
  | "expires_at"
  | "livemode"
  | "success_url"
  | "cancel_url"
  | "url"
> & {
  customer: string;
  subscription: string | null;
  payment_intent: string | null;
  customer_details: { address: Pick<Stripe.Address, "country"> } | null;
};

export type Subscription = Pick<
  Stripe.Subscription,
  "id" | "object" | "status" | "cancel_at" | "cancel_at_period_end" | "ended_at" | "created" | "livemode" | "metadata"
> & {
  customer: string;
  latest_invoice: string | null;
  items: Listed<Pick<Stripe.SubscriptionItem, "id" | "object" | "current_period_start" | "current_period_end">>;
};

export type Customer = Pick<Stripe.Customer, "id" | "object" | "created" | "livemode" | "metadata">;
export type Intent = Pick<
  Stripe.PaymentIntent,
  "id" | "object" | "amount" | "currency" | "status" | "created" | "livemode"
>;
export type Charge = Pick<Stripe.Charge, "id" | "object" | "amount" | "currency" | "created" | "livemode"> & {
  payment_intent: string;
  payment_method_details: { type: string; card?: { fingerprint: string } };
};
export type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  "id" | "object" | "amount_paid" | "amount_requested" | "created" | "currency" | "is_default" | "livemode" | "status"
> & { invoice: string; payment: { type: "payment_intent"; payment_intent: string } };
export type Refund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "currency" | "created" | "status" | "metadata"
> & {
  payment_intent: string;
};
export type Dispute = Pick<Stripe.Dispute, "id" | "object" | "amount" | "currency" | "created" | "status"> & {
  payment_intent: string;
};

export interface Listed<T> {
  object: "list";
  data: T[];
  has_more: false;
  url: string;
}
export const listOf = <T>(data: T[], url: string): Listed<T> => ({ object: "list", data, has_more: false, url });

export const makeCustomer = (form: URLSearchParams): Customer => ({
  id: newKey("cus"),
  object: "customer",
  created: nowS(),
  livemode: false,
  metadata: { reference: form.get("metadata[reference]") ?? "" },
});

export function makeSession(form: URLSearchParams): Session {
  const id = newKey("cs_test");
  const amount =
    Number(form.get("line_items[0][price_data][unit_amount]")) * Number(form.get("line_items[0][quantity]"));
  return {
    id,
    object: "checkout.session",
    // As if it was on in the settings of the account.
    adaptive_pricing: { enabled: form.get("adaptive_pricing[enabled]") !== "false" },
    mode: form.get("mode") === "subscription" ? "subscription" : "payment",
    status: "open",
    payment_status: "unpaid",
    client_reference_id: form.get("client_reference_id"),
    customer: form.get("customer") ?? "",
    currency: form.get("line_items[0][price_data][currency]"),
    amount_subtotal: amount,
    amount_total: amount,
    subscription: null,
    payment_intent: null,
    customer_details: null,
    created: nowS(),
    expires_at: nowS() + DAY_S,
    livemode: false,
    success_url: form.get("success_url"),
    cancel_url: form.get("cancel_url"),
    url: `https://checkout.stripe.test/${id}`,
  };
}

export function makeSubscription(customer: string, metadata: Record<string, string>): Subscription {
  const item = {
    id: newKey("si"),
    object: "subscription_item" as const,
    current_period_start: nowS(),
    current_period_end: nowS() + 30 * DAY_S,
  };
  return {
    id: newKey("sub"),
    object: "subscription",
    customer,
    status: "active",
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    created: nowS(),
    latest_invoice: null,
    items: listOf([item], "/v1/subscription_items"),
    livemode: false,
    metadata,
  };
}

export const makeIntent = (amount: number): Intent => ({
  id: newKey("pi"),
  object: "payment_intent",
  amount,
  currency: "usd",
  status: "processing",
  created: nowS(),
  livemode: false,
});

/** @param card the card's fingerprint; undefined for other payment methods */
export const makeCharge = (intent: Intent, card: string | undefined): Charge => ({
  id: newKey("ch"),
  object: "charge",
  amount: intent.amount,
  currency: intent.currency,
  created: nowS(),
  livemode: false,
  payment_intent: intent.id,
  payment_method_details:
    card === undefined ? { type: "us_bank_account" } : { type: "card", card: { fingerprint: card } },
});

export const makeInvoicePayment = ({ id, amount, currency }: Intent): InvoicePayment => ({
  id: newKey("inpay"),
  object: "invoice_payment",
  amount_paid: amount,
  amount_requested: amount,
  created: nowS(),
  currency,
  invoice: newKey("in"),
  is_default: true,
  livemode: false,
  payment: { type: "payment_intent", payment_intent: id },
  status: "paid",
});

export const makeRefund = (payment: string, amount: number, metadata: Record<string, string> = {}): Refund => ({
  id: newKey("re"),
  object: "refund",
  amount,
  currency: "usd",
  created: nowS(),
  status: "succeeded",
  metadata,
  payment_intent: payment,
});

export const makeDispute = (payment: string, amount: number): Dispute => ({
  id: newKey("dp"),
  object: "dispute",
  amount,
  currency: "usd",
  created: nowS(),
  status: "needs_response",
  payment_intent: payment,
});
