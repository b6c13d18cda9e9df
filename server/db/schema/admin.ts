import type { Generated } from "kysely";

export interface SuspensionsTable {
  member_id: string;
  /** The status that is given back. */
  previous_status: "active" | "hidden";
  starts_at: Generated<Date>;
  /** When it ends by itself; null where it does not. */
  ends_at: Date | null;
  /** What the member is told of the reason; empty where nothing is. */
  member_message: Generated<string>;
}

/** A login that a suspension has ended; it is forgotten with it. */
export interface SuspendedSessionsTable {
  token_hash: Buffer;
  member_id: string;
}

/** What an operator did about a report. */
export type Resolution = "none" | "warned" | "suspended";

export interface AuditLogTable {
  id: string;
  occurred_at: Generated<Date>;
  /** The account of the operating system that ran the command. */
  actor: string;
  /** The name that the operator gave with `--as`. */
  acting_as: string | null;
  action: string;
  /** The id of what it was done to or looked at; never a name or an address. */
  target: string | null;
  reason: string;
  /** JSON. */
  details: string;
  /** What makes a repeat of an act known as one. */
  idempotency_key: string | null;
}
