import type { Generated } from "kysely";

/** See `isInGoodStanding`. */
export type StatusInGoodStanding = "active" | "hidden";
export type MemberStatus = StatusInGoodStanding | "suspended" | "deleted";

export interface MembersTable {
  id: string;
  status: Generated<MemberStatus>;
  /** When a hidden member is shown again; null if they do that themselves. A suspension keeps it. */
  hidden_until: Date | null;
  is_demo: Generated<boolean>;
  /** Read receipts are shared only if both members allow them. */
  read_receipts: Generated<boolean>;
  /** Browse begins with the daily set. */
  daily_set: Generated<boolean>;
  joined_at: Generated<Date>;
  last_active_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface AccountsTable {
  member_id: string;
  email: string;
  email_normalized: string;
  email_verified_at: Date | null;
  password_hash: string;
  date_of_birth: string;
  /** The accepted version of the terms; null for demo members. */
  terms_version: string | null;
  terms_accepted_at: Date | null;
  /** Part of the signature of calendar links. A new password and "log out everywhere else" raise it. */
  links_epoch: Generated<number>;
}

export interface SessionsTable {
  token_hash: Buffer;
  member_id: string;
  id: string;
  /** Browser and system, such as 'Chrome on Android'. */
  device: string;
  /** The device had no valid device cookie of the member at login. */
  is_new_device: Generated<boolean>;
  /** When the member last proved who they are, at login or later; null if they have to do it again in any case. */
  authenticated_at: Generated<Date | null>;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
}

/** An address that a notice goes to, whatever the account has by then. Deleted once it was sent. */
export interface NoticeAddressesTable {
  id: string;
  member_id: string;
  email: string;
  created_at: Generated<Date>;
}

export interface EmailTokensTable {
  token_hash: Buffer;
  member_id: string;
  purpose: "reset" | "verify" | "change";
  email_normalized: string;
  expires_at: Date;
}

/** New addresses of members, until they are confirmed, canceled or expired. */
export interface EmailChangesTable {
  member_id: string;
  email: string;
  email_normalized: string;
  expires_at: Date;
}
