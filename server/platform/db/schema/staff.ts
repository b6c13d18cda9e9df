import type { Generated } from "kysely";
import type { AlertKind, Urgency } from "#contract/moderation/alert-kinds.ts";
import type { StaffRole } from "#contract/moderation/staff-roles.ts";

export interface StaffMembersTable {
  id: string;
  /** For colleagues and the audit log; members never see it. */
  name: string;
  role: StaffRole;
  created_at: Generated<Date>;
  removed_at: Date | null;
  /** Confirmed by a code. */
  alert_email: string | null;
  email_alerts: Generated<AlertKind[]>;
  push_alerts: Generated<AlertKind[]>;
}

/** An address that its person has not confirmed yet. */
export interface StaffAddressesTable {
  staff_id: string;
  email: string;
  /** Null until the code is sent. */
  code_hash: Buffer | null;
  attempts: Generated<number>;
  created_at: Generated<Date>;
}

/** A browser of the console. It outlives sessions, and ends with a logout of the one that it was last used in. */
export interface StaffPushSubscriptionsTable {
  id: string;
  staff_id: string;
  session_hash: Buffer;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  created_at: Generated<Date>;
}

/** That a person was alerted of a case, or of a notice without one. */
export interface StaffAlertsTable {
  id: string;
  staff_id: string;
  case_id: string | null;
  notice_id: string | null;
  kind: AlertKind;
  urgency: Urgency;
  /** The case's `decided_version`: what joins it after a decision is news. Of a notice, 1 once its sender has objected. */
  round: number;
  due_at: Date;
  created_at: Generated<Date>;
  emailed_at: Date | null;
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
