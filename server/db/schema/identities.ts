import type { Generated } from "kysely";

/** What an account is recognized by: a confirmed address, a card that paid, a device. */
export type IdentityKind = "email" | "card" | "device";

/** Why what an account is recognized by outlives it; the weightiest reason. */
export type FormerReason = "suspended" | "reported" | "disputed" | "blocked" | "left";

export interface IdentitiesTable {
  member_id: string;
  kind: IdentityKind;
  /** A keyed hash. */
  hash: Buffer;
  created_at: Generated<Date>;
}

/** Accounts that have ended and whose identities are kept for a time. */
export interface FormerAccountsTable {
  member_id: string;
  /** `left`: for the time in which the account can still be reported. It is recognized by nobody then. */
  reason: FormerReason;
  /** It ended while it was suspended: the next account of the same confirmed address is suspended, too. */
  is_banned: Generated<boolean>;
  /** When that ends by itself; null for no such time. */
  banned_until: Date | null;
  kept_until: Date;
}

/** Blocks of which at least one side has gone, by the ids of both. */
export interface RetainedBlocksTable {
  blocker_id: string;
  blocked_id: string;
  /** The blocker does not know of it. */
  inherited: boolean;
  /** The blocker is shown it. */
  listed: boolean;
  kept_until: Date;
}
