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
  /** In US cents, like `refunded_cents`. */
  amount_cents: number;
  session_id: string | null;
  url: string | null;
  state: Generated<"open" | "granted" | "expired">;
  payment_id: string | null;
  subscription_id: string | null;
  /** Where the buyer was, as two capital letters of ISO 3166; null if unknown. */
  buyer_country: string | null;
  refunded_cents: Generated<number>;
  /** Credits to claw back because of the refund. */
  credits_due_back: Generated<number>;
  credits_clawed_back: Generated<number>;
  /** Sequence numbers of the latest request to the provider and of the latest response that was applied. */
  request_seq: Generated<number>;
  applied_seq: Generated<number>;
  created_at: Generated<Date>;
  granted_at: Date | null;
  last_checked_at: Date | null;
  buyer_returned_at: Date | null;
  notified_at: Date | null;
}

export interface SubscriptionsTable {
  provider_id: string;
  member_id: string;
  status: Generated<string>;
  is_active: Generated<boolean>;
  period_end: Generated<Date>;
  cancel_at_period_end: Generated<boolean>;
  /** A suspension has canceled it for the end of the period: it is resumed if that is lifted before. */
  stopped_by_suspension: Generated<boolean>;
  /** When a renewal was first reported as unpaid. */
  unpaid_since: Date | null;
  /** The `unpaid_since` of the member's last renewal that had grace; it stays after that was paid. */
  grace_since: Date | null;
  /** The subscription has ended permanently. */
  is_terminated: Generated<boolean>;
  /** When the buyer withdrew from it: from then on it is not active, whatever the provider says. */
  withdrawn_at: Date | null;
  /** Sequence numbers of the latest request to the provider and of the latest response that was applied. */
  request_seq: Generated<number>;
  applied_seq: Generated<number>;
  synced_at: Generated<Date>;
  last_checked_at: Date | null;
}

export interface SubscriptionPaymentsTable {
  payment_id: string;
  subscription_id: string;
  /** Sequence numbers of the latest request to the provider and of the latest response that was applied. */
  request_seq: Generated<number>;
  applied_seq: Generated<number>;
  created_at: Generated<Date>;
  last_checked_at: Date | null;
}

export interface DisputesTable {
  payment_id: string;
  member_id: string;
  kind: "package" | "subscription";
  state: "open" | "lost" | "won";
  opened_at: Generated<Date>;
  closed_at: Date | null;
  /** When an operator allowed the account to pay again despite the dispute. */
  resolved_at: Date | null;
}

/**
 * Accounts that cannot buy or send for free while a payment is disputed: the buyer's, and others of the same person.
 */
export interface PaymentHoldsTable {
  member_id: string;
  payment_id: string;
}

export interface PaymentEventsTable {
  id: string;
  type: string;
  /** A `Subject` as JSON, or null. */
  subject: string;
  received_at: Generated<Date>;
  claimed_at: Date | null;
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
  country: string | null;
  created_at: Generated<Date>;
}

export interface TestSubscriptionsTable {
  id: string;
  reference: string | null;
  cancel_at_period_end: Generated<boolean>;
  /** The scheduled end after a cancellation. */
  ends_at: Date | null;
  began_at: Generated<Date>;
}

export interface WithdrawalsTable {
  id: string;
  checkout_id: string;
  /** Unspent credits that were taken back; 0 for a subscription. */
  credits: number;
  /** Days of a subscription that are paid for; null for a package. */
  days_used: number | null;
  /** In US cents, to be refunded. */
  amount_cents: number;
  withdrawn_at: Date;
  /** The day on which a statement by mail arrived, `YYYY-MM-DD` in UTC; null for one in the app. */
  stated_on: string | null;
  /**
   * `refused`: the provider refuses the refund, as while the buyer's bank disputes the payment. `failed`: the provider
   * accepted it, and the buyer's bank returned it. `paid`: an operator has paid it by other means.
   */
  refund_state: Generated<"pending" | "refunded" | "refused" | "failed" | "paid">;
  /** Numbers the requests for the refund: each number is an idempotency key. */
  refund_attempt: Generated<number>;
  refund_attempted_at: Date | null;
  refunded_at: Date | null;
}
