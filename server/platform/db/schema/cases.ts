import type { Generated } from "kysely";
import type { Urgency } from "#contract/moderation/alert-kinds.ts";

export type CaseKind = "member" | "picture" | "contact";
export type CaseItemKind =
  | "report"
  | "picture_check"
  | "notice"
  | "objection"
  | "appeal"
  | "fraud"
  | "verification"
  | "contact_message";
export type CaseEventKind =
  | "opened"
  | "attached"
  | "looked"
  | "claimed"
  | "released"
  | "noted"
  | "decided"
  | "answered"
  | "undone"
  | "reopened"
  | "closed";

/** All that is open about one member or one picture, or in one thread of contact messages. */
export interface CasesTable {
  id: string;
  kind: CaseKind;
  /** For a picture, its owner. For a thread, its writer; null if they were not logged in. */
  member_id: string | null;
  /** The file name of the picture, which may be deleted. */
  image_key: string | null;
  contact_thread_id: string | null;
  state: Generated<"open" | "closed">;
  score: Generated<number>;
  /** The earliest time of its open items. */
  due_at: Date;
  /** The most urgent class of its open items. */
  urgency: Generated<Urgency>;
  /** The operator at work on it; see `actorOf`. */
  claimed_by: string | null;
  claimed_until: Date | null;
  /** Grows with each item, decision and reopening. A claim is none of these. */
  version: Generated<number>;
  /** The version after the last decision or reopening. An operator who has seen an older one looks again. */
  decided_version: Generated<number>;
  opened_at: Generated<Date>;
  closed_at: Date | null;
}

export interface CaseItemsTable {
  kind: CaseItemKind;
  /** The id of the report, the appeal or another source. */
  source_id: string;
  case_id: string;
  weight: number;
  due_at: Date;
  urgency: Generated<Urgency>;
  attached_at: Generated<Date>;
  /** When staff is alerted; at its attachment for what cannot wait. Null once they were. */
  alert_at: Generated<Date | null>;
  version: number;
  done_at: Date | null;
}

/** The history of a case. The app's role only adds rows. */
export interface CaseEventsTable {
  id: string;
  case_id: string;
  occurred_at: Generated<Date>;
  kind: CaseEventKind;
  /** See `actorOf`; null for what happened without an operator. */
  actor: string | null;
  note: Generated<string>;
  /** JSON. */
  details: Generated<string>;
}

export interface MemberNotesTable {
  id: string;
  member_id: string;
  note: string;
  actor: string;
  created_at: Generated<Date>;
}

export type RestrictionKind = "unlisted" | "messaging";

/** A time-limited ban on some activity. A suspension is in `suspensions`. */
export interface RestrictionsTable {
  id: string;
  member_id: string;
  kind: RestrictionKind;
  decision_id: string;
  starts_at: Generated<Date>;
  /** Null if it has no end of its own. */
  ends_at: Date | null;
  lifted_at: Date | null;
  /** The restriction of another account of the same person that this one follows. */
  copied_from: Generated<string | null>;
}

export interface DecisionsTable {
  id: string;
  /** Null for a decision outside of a case. */
  case_id: string | null;
  /** The version of the case that was decided. */
  case_version: number | null;
  member_id: string;
  facts: Generated<string>;
  /** A key of `RULES`. */
  rule: string;
  words: Generated<string>;
  automated: Generated<boolean>;
  /** See `actorOf`. */
  decided_by: string;
  decided_at: Generated<Date>;
  /** When its statement of reasons left; null before, and if it has none. */
  stated_at: Date | null;
  /** Null if it cannot be undone without an appeal. */
  undo_until: Date | null;
  undone_at: Date | null;
  undone_by: string | null;
  /** SHA-256 of the token in the link of the statement; null if there is nothing to appeal. */
  appeal_token_hash: Buffer | null;
  appeal_until: Date | null;
}

export interface DecisionActsTable {
  decision_id: string;
  position: number;
  act: string;
  /** JSON: what the operator chose. */
  params: string;
  /** JSON: what the act changed, for undoing it. */
  result: string;
}

export type AppealOutcome = "upheld" | "reversed";

export interface AppealsTable {
  id: string;
  decision_id: string;
  member_id: string;
  words: string;
  created_at: Generated<Date>;
  outcome: AppealOutcome | null;
  answer: Generated<string>;
  decided_by: string | null;
  decided_at: Date | null;
}
