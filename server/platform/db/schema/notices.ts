import type { Generated } from "kysely";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";

/** A decision after which the member's correspondents were warned of fraud. */
export interface FraudWarningsTable {
  decision_id: string;
  warned_at: Generated<Date>;
}

/**
 * `noted`: it was right, and nothing new was decided because of it. `unexamined`: closed without a closer look.
 */
export type NoticeOutcome = "acted_on" | "noted" | "unfounded" | "unexamined";

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
  /** When its sender objected: the time that is left counts from then. */
  renewed_at: Date | null;
  receipt_mailed_at: Date | null;
  decided_at: Date | null;
  /** Null until it is decided. These three are its outcome; see `outcomeSql`. */
  is_upheld: boolean | null;
  /** Right, and nothing new was decided because of it. */
  is_noted: Generated<boolean>;
  /** Closed without a closer look. */
  is_unexamined: Generated<boolean>;
  outcome_mailed_at: Date | null;
  /** When staff is alerted, unless it belongs to a case by then. Null once they were. */
  alert_at: Generated<Date | null>;
}

/** The sender of a report or a notice that was found unfounded has asked for another look. */
export interface ObjectionsTable {
  /** The id of the report or the notice. */
  id: string;
  report_id: string | null;
  notice_id: string | null;
  words: string;
  created_at: Generated<Date>;
  decided_at: Date | null;
  is_upheld: boolean | null;
}
