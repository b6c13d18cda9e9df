import type { Generated } from "kysely";
import type { StaffRole } from "#contract/moderation/staff-roles.ts";

export interface StaffMembersTable {
  id: string;
  /** For colleagues and the audit log; members never see it. */
  name: string;
  role: StaffRole;
  created_at: Generated<Date>;
  removed_at: Date | null;
}

export interface StaffPasskeysTable {
  /** Base64url. */
  credential_id: string;
  staff_id: string;
  /** COSE. */
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface StaffSessionsTable {
  token_hash: Buffer;
  staff_id: string;
  device: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  /** When the passkey was last proved: at the login, or later. */
  authenticated_at: Generated<Date>;
}

/** One open invitation for each person. */
export interface StaffInvitationsTable {
  token_hash: Buffer;
  staff_id: string;
  created_at: Generated<Date>;
}

export interface StaffChallengesTable {
  challenge_hash: Buffer;
  /** Null for a login. */
  invitation_hash: Buffer | null;
  created_at: Generated<Date>;
}

/** Cases whose evidence a person has seen within 24 hours. */
export interface StaffLooksTable {
  staff_id: string;
  case_id: string;
  is_claimant: boolean;
  /** Empty for a claimant. */
  reason: string;
  looked_at: Generated<Date>;
}
