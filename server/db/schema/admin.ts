import type { Generated } from "kysely";

export interface SuspensionsTable {
  member_id: string;
  /** The standing that is given back. */
  before: "active" | "hidden";
  since: Generated<Date>;
  /** When it ends by itself; null where it does not. */
  until: Date | null;
  /** What the member is told of the reason; empty where nothing is. */
  told: Generated<string>;
}

/** A login that a suspension has ended; it is forgotten with it. */
export interface SuspendedLoginsTable {
  token_hash: Buffer;
  member_id: string;
}

/** What an operator did about a report. */
export type Resolution = "none" | "warned" | "suspended";

export interface AuditLogTable {
  id: string;
  at: Generated<Date>;
  /** The account of the operating system that ran the command. */
  who: string;
  /** The name that the operator gave with `--as`. */
  acting_as: string | null;
  act: string;
  /** The id of what it was done to or looked at; never a name or an address. */
  target: string | null;
  reason: string;
  /** JSON. */
  details: string;
  /** What makes a repeat of an act known as one. */
  operation: string | null;
}
