import type { Generated } from "kysely";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";

/** A decision after which the member's correspondents were warned of fraud. */
export interface FraudWarningsTable {
  decision_id: string;
  warned_at: Generated<Date>;
}

export interface NoticesTable {
  id: string;
  /** The idempotency key of the form. A repeated request stores no second notice. */
  client_id: string | null;
  /** Such as `N-7K2M9QXA`. */
  number: string;
  kind: NoticeKind;
  /** In the sender's words. */
  place: string;
  /** As the sender knows it; empty if unknown. */
  username: string;
  details: string;
  /** Empty for an anonymous notice about a minor. */
  name: string;
  email: string;
  member_id: string | null;
  /** The honeypot field was filled in: the notice opens no case and is not answered. */
  is_honeypot_hit: boolean;
  created_at: Generated<Date>;
  receipt_mailed_at: Date | null;
  decided_at: Date | null;
  /** Upheld: the decision restricted something. */
  is_upheld: boolean | null;
  /** Closed without a closer look. */
  is_unexamined: Generated<boolean>;
  outcome_mailed_at: Date | null;
  /** When staff is alerted, unless it belongs to a case by then. Null once they were. */
  alert_at: Generated<Date | null>;
}
