import type { Generated } from "kysely";

/** An unconfirmed address may be another person's. */
export type IdentityKind = "email" | "given_email" | "card";

/** A shared device does not prove that two accounts are one person's. */
export type LinkKind = IdentityKind | "device";

/** The most serious reason, if several apply. */
export type FormerReason = "suspended" | "reported" | "disputed" | "blocked" | "left";

export interface IdentitiesTable {
  member_id: string;
  kind: IdentityKind;
  /** A keyed hash. */
  hash: Buffer;
  created_at: Generated<Date>;
}

/** Browsers on which a member has logged in. */
export interface MemberDevicesTable {
  member_id: string;
  /** A keyed hash of the random id in the browser's device cookie. */
  hash: Buffer;
  first_seen_on: Generated<Date>;
  last_seen_on: Generated<Date>;
}

/** Deleted accounts whose identities are kept for a limited time. */
export interface FormerAccountsTable {
  member_id: string;
  /** With `left` the identities are kept only while the account can be reported. They do not match new accounts. */
  reason: FormerReason;
  /**
   * The account was suspended when it was deleted. A new account is suspended as well if both have confirmed the same
   * address.
   */
  is_banned: Generated<boolean>;
  /** When the ban ends automatically; null if an operator must lift it. */
  banned_until: Date | null;
  kept_until: Date;
}

/** Blocks in which at least one side was deleted. */
export interface RetainedBlocksTable {
  blocker_id: string;
  blocked_id: string;
  /** The block was inherited from another account of the blocker. The blocker is not informed. */
  inherited: boolean;
  /** The block appears in the blocker's list. */
  listed: boolean;
  kept_until: Date;
}
