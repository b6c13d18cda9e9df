import type { Generated } from "kysely";

export interface CustomersTable {
  member_id: string;
  provider_id: string;
}

export interface CheckoutsTable {
  id: string;
  wallet_id: string;
  kind: "package" | "subscription";
  package_id: string | null;
  crushes: number;
  /** In US cents, as is `refunded_cents`. */
  amount_cents: number;
  session_id: string | null;
  url: string | null;
  state: Generated<"open" | "granted" | "expired">;
  payment_id: string | null;
  /** What the provider was last seen to have given back to the buyer. */
  refunded_cents: Generated<number>;
  /** Credits that were asked back for that. */
  credits_due_back: Generated<number>;
  /** Those of them that were there, and were taken. */
  credits_clawed_back: Generated<number>;
  /** Questions that were asked of the provider about its payment, and the latest one whose answer is stored. */
  request_seq: Generated<number>;
  applied_seq: Generated<number>;
  created_at: Generated<Date>;
  granted_at: Date | null;
  /** When the reconciliation last asked about it. */
  last_checked_at: Date | null;
  /** When the buyer came back from paying, and it was not granted yet. */
  buyer_returned_at: Date | null;
  /** When the buyer was told what came of it. */
  notified_at: Date | null;
}

export interface SubscriptionsTable {
  provider_id: string;
  member_id: string;
  status: Generated<string>;
  is_active: Generated<boolean>;
  period_end: Generated<Date>;
  cancel_at_period_end: Generated<boolean>;
  /** Since when its renewal is not paid, as far as was heard. */
  unpaid_since: Date | null;
  /** It has ended for good. */
  is_terminated: Generated<boolean>;
  /** Questions that were asked of the provider about it, and the latest one whose answer is stored. */
  request_seq: Generated<number>;
  applied_seq: Generated<number>;
  /** When the provider last said how it stands. */
  synced_at: Generated<Date>;
  /** When the reconciliation last asked about it. */
  last_checked_at: Date | null;
}

/** Payments of memberships, as far as they were heard of. */
export interface SubscriptionPaymentsTable {
  payment_id: string;
  subscription_id: string;
  /** Questions that were asked of the provider about it, and the latest one whose answer is stored. */
  request_seq: Generated<number>;
  applied_seq: Generated<number>;
  created_at: Generated<Date>;
  /** When the reconciliation last asked about it. */
  last_checked_at: Date | null;
}

/** Payments that the buyer's bank has taken back, or had taken back. */
export interface DisputesTable {
  payment_id: string;
  /** Who paid. */
  member_id: string;
  kind: "package" | "subscription";
  state: "open" | "lost" | "won";
  opened_at: Generated<Date>;
  closed_at: Date | null;
  /** When an operator let the account pay again in spite of it. */
  resolved_at: Date | null;
}

/** Accounts that cannot buy or send for free while a payment is disputed: the one that paid, and those of the same person. */
export interface PaymentHoldsTable {
  member_id: string;
  payment_id: string;
}

export interface PaymentEventsTable {
  id: string;
  type: string;
  /** A `Subject`, or null. */
  subject: string;
  received_at: Generated<Date>;
  /** When somebody began to act on it. */
  claimed_at: Date | null;
  /** How often somebody did. */
  attempts: Generated<number>;
  handled_at: Date | null;
}

export interface TestSessionsTable {
  id: string;
  reference: string;
  name: string;
  amount_cents: number;
  monthly: boolean;
  state: Generated<"open" | "paid" | "expired">;
  success_url: string;
  cancel_url: string;
  created_at: Generated<Date>;
}

export interface TestSubscriptionsTable {
  id: string;
  /** The checkout that it is from. */
  reference: string | null;
  cancel_at_period_end: Generated<boolean>;
  /** When it was said that it ends. */
  ends_at: Date | null;
  began_at: Generated<Date>;
}
