import type { Generated } from "kysely";
import type { NoticeKind } from "#contract/notice-form.ts";

/** A decision of which those who wrote with the member were warned of fraud. */
export interface FraudWarningsTable {
  decision_id: string;
  warned_at: Generated<Date>;
}

/** A notice of illegal content, from anyone. */
export interface NoticesTable {
  id: string;
  /** The idempotency key of the form. A repeated request stores no second notice. */
  client_id: string | null;
  /** What the sender is told, such as `N-7K2M9QXA`. */
  number: string;
  kind: NoticeKind;
  /** Where the content is, in the sender's words. */
  place: string;
  /** Whose content it is, as the sender knows it; empty if unknown. */
  username: string;
  details: string;
  /** Name and address of the sender; empty for an anonymous notice about a minor. */
  name: string;
  email: string;
  /** The member whom the link or the username leads to, if any. */
  member_id: string | null;
  /** The honeypot field was filled in: the notice opens no case and is not answered. */
  is_honeypot_hit: boolean;
  created_at: Generated<Date>;
  receipt_mailed_at: Date | null;
  decided_at: Date | null;
  /** Whether the decision restricted something. */
  is_upheld: boolean | null;
  /** Closed without a closer look. */
  is_unexamined: Generated<boolean>;
  outcome_mailed_at: Date | null;
}
