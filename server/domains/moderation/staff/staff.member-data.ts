import { sql } from "kysely";
import type { MemberData } from "#server/domains/members/member-data/member-data.ts";
import { CHALLENGE_MINUTES, isInvitationValid, isSessionValid } from "#server/domains/moderation/staff/staff.repo.ts";
import { isCodeValid } from "#server/domains/moderation/staff-alerts/alerts.queries.ts";

const STAFF = "about people of the staff, who are not members";

export const memberData: MemberData = {
  tables: {
    staff_members: {
      withheld: { [STAFF]: "id name role created_at removed_at alert_email email_alerts push_alerts" },
      kept: STAFF,
    },
    staff_addresses: {
      withheld: { [STAFF]: "staff_id email code_hash attempts created_at" },
      kept: STAFF,
      expires: sql`not ${isCodeValid}`,
    },
    staff_push_subscriptions: {
      withheld: { [STAFF]: "id staff_id session_hash endpoint p256dh auth created_at" },
      kept: STAFF,
    },
    staff_alerts: {
      withheld: { [STAFF]: "id staff_id case_id notice_id kind urgency round due_at created_at emailed_at" },
      kept: STAFF,
    },
    staff_passkeys: {
      withheld: { [STAFF]: "credential_id staff_id public_key counter transports created_at last_used_at" },
      kept: STAFF,
    },
    staff_sessions: {
      withheld: { [STAFF]: "token_hash staff_id device created_at last_used_at authenticated_at" },
      kept: STAFF,
      expires: sql`not ${isSessionValid}`,
    },
    staff_invitations: {
      withheld: { [STAFF]: "token_hash staff_id created_at" },
      kept: STAFF,
      expires: sql`not (${isInvitationValid})`,
    },
    staff_challenges: {
      withheld: { [STAFF]: "challenge_hash invitation_hash created_at" },
      kept: STAFF,
      expires: sql`created_at < now() - make_interval(mins => ${sql.lit(CHALLENGE_MINUTES)})`,
    },
    staff_looks: {
      withheld: { [STAFF]: "staff_id case_id is_claimant reason looked_at" },
      kept: STAFF,
      expires: sql`looked_at < now() - interval '24 hours'`,
    },
  },
};
