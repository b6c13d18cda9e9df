import type { Generated } from "kysely";
import type { StatusInGoodStanding } from "#server/platform/db/schema/accounts.ts";

export interface SuspensionsTable {
  member_id: string;
  /** The status that is restored when the suspension ends. */
  previous_status: StatusInGoodStanding;
  starts_at: Generated<Date>;
  /** When the suspension ends automatically; null if an operator must lift it. */
  ends_at: Date | null;
  member_message: Generated<string>;
}

export interface SuspendedSessionsTable {
  token_hash: Buffer;
  member_id: string;
}

/** A report that was closed without a closer look, or of which only the reporter's crush was paid back. */
export type NeutralOutcome = "unexamined" | "refunded";

/** `noted`: the report was right, and nothing new was decided because of it. */
export type Resolution = "none" | "noted" | "warned" | "restricted" | "suspended";

/** A change of the last weeks that a restore of an earlier backup repeats. Rows are only added, and deleted with age. */
export interface StatusEventsTable {
  id: string;
  occurred_at: Generated<Date>;
  event: string;
  member_id: string;
  other_id: string | null;
  /** An image's key, or a word; never a text of a member. */
  detail: string | null;
  until: Date | null;
}

export interface AuditLogTable {
  id: string;
  occurred_at: Generated<Date>;
  /** The operating system account that ran the command. */
  actor: string;
  acting_as: string | null;
  action: string;
  /** The id of the affected or viewed record; never a name or an address. */
  target: string | null;
  reason: string;
  /** JSON. */
  details: string;
  /** Identifies repetitions of the same action. */
  idempotency_key: string | null;
  staff_id: string | null;
}
