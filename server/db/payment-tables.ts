import type { Generated } from "kysely";

export interface CustomersTable {
  member_id: string;
  provider_id: string;
}

export interface CheckoutsTable {
  id: string;
  wallet_id: string;
  kind: "pack" | "membership";
  pack_id: string | null;
  crushes: number;
  /** In US cents, as is `refunded`. */
  amount: number;
  session_id: string | null;
  url: string | null;
  state: Generated<"open" | "granted" | "expired">;
  payment_id: string | null;
  /** What the provider was last seen to have paid back. */
  refunded: Generated<number>;
  /** Credits that were asked back for that, whether or not they were there. */
  taken_back: Generated<number>;
  created_at: Generated<Date>;
  granted_at: Date | null;
  /** When the reconciliation last asked about it. */
  looked_at: Date | null;
}

export interface MembershipsTable {
  provider_id: string;
  member_id: string;
  status: Generated<string>;
  is_active: Generated<boolean>;
  period_end: Generated<Date>;
  ends: Generated<boolean>;
  /** Questions that were asked of the provider about it, and the latest one whose answer is stored. */
  asked: Generated<number>;
  heard: Generated<number>;
  /** When the provider last said how it stands. */
  heard_at: Generated<Date>;
}

export interface ProviderEventsTable {
  id: string;
  type: string;
  /** A `Subject`, or null. */
  subject: string;
  received_at: Generated<Date>;
  /** When somebody began to act on it. */
  claimed_at: Date | null;
  handled_at: Date | null;
}

export interface TestSessionsTable {
  id: string;
  reference: string;
  customer_id: string;
  name: string;
  amount: number;
  monthly: boolean;
  state: Generated<"open" | "paid" | "expired">;
  refunded: Generated<number>;
  success_url: string;
  cancel_url: string;
  created_at: Generated<Date>;
}

export interface TestSubscriptionsTable {
  id: string;
  customer_id: string;
  ends: Generated<boolean>;
  /** When it was said that it ends. */
  ends_at: Date | null;
  began_at: Generated<Date>;
}
