import { type MemberData, NOT_PERSONAL, SECRET, type TableData } from "#server/member-data/member-data.ts";
import { memberData as accounts } from "#server/modules/accounts/accounts.member-data.ts";
import { memberData as audit } from "#server/modules/audit/audit.member-data.ts";
import { memberData as cases } from "#server/modules/cases/cases.member-data.ts";
import { memberData as crushes } from "#server/modules/crushes/crushes.member-data.ts";
import { memberData as dailySets } from "#server/modules/daily-sets/daily-sets.member-data.ts";
import { memberData as dataExport } from "#server/modules/data-export/data-export.member-data.ts";
import { memberData as dateOutcomes } from "#server/modules/date-outcomes/date-outcomes.member-data.ts";
import { memberData as discovery } from "#server/modules/discovery/discovery.member-data.ts";
import { memberData as factors } from "#server/modules/factors/factors.member-data.ts";
import { memberData as identities } from "#server/modules/identities/identities.member-data.ts";
import { memberData as imageChecks } from "#server/modules/image-checks/image-checks.member-data.ts";
import { memberData as memberLimits } from "#server/modules/member-limits/member-limits.member-data.ts";
import { memberData as members } from "#server/modules/members/members.member-data.ts";
import { memberData as messages } from "#server/modules/messages/messages.member-data.ts";
import { memberData as moderation } from "#server/modules/moderation/moderation.member-data.ts";
import { memberData as notices } from "#server/modules/notices/notices.member-data.ts";
import { memberData as notifications } from "#server/modules/notifications/notifications.member-data.ts";
import { memberData as passes } from "#server/modules/passes/passes.member-data.ts";
import { memberData as payments } from "#server/modules/payments/payments.member-data.ts";
import { memberData as photos } from "#server/modules/photos/photos.member-data.ts";
import { memberData as profiles } from "#server/modules/profiles/profiles.member-data.ts";
import { memberData as rateLimits } from "#server/modules/rate-limits/rate-limits.member-data.ts";
import { memberData as relationships } from "#server/modules/relationships/relationships.member-data.ts";
import { memberData as restrictions } from "#server/modules/restrictions/restrictions.member-data.ts";
import { memberData as retention } from "#server/modules/retention/retention.member-data.ts";
import { memberData as safety } from "#server/modules/safety/safety.member-data.ts";
import { memberData as securityEvents } from "#server/modules/security-events/security-events.member-data.ts";
import { memberData as staff } from "#server/modules/staff/staff.member-data.ts";
import { memberData as statusEvents } from "#server/modules/status-events/status-events.member-data.ts";
import { memberData as support } from "#server/modules/support/support.member-data.ts";
import { memberData as training } from "#server/modules/training/training.member-data.ts";
import { memberData as trustedContacts } from "#server/modules/trusted-contacts/trusted-contacts.member-data.ts";
import { memberData as verification } from "#server/modules/verification/verification.member-data.ts";
import { memberData as wallet } from "#server/modules/wallet/wallet.member-data.ts";
import { memberData as weekComparisons } from "#server/modules/week-comparisons/week-comparisons.member-data.ts";
import { memberData as withdrawals } from "#server/modules/withdrawals/withdrawals.member-data.ts";

/**
 * The order is that of steps within a phase of a deletion, of the cleanup (images are deleted after the reports that
 * keep them), and of the keys in a file of the download that several modules fill.
 */
export const MEMBER_DATA: Readonly<Record<string, MemberData>> = {
  wallet,
  "date-outcomes": dateOutcomes,
  messages,
  relationships,
  crushes,
  "trusted-contacts": trustedContacts,
  passes,
  "daily-sets": dailySets,
  training,
  "week-comparisons": weekComparisons,
  support,
  payments,
  withdrawals,
  verification,
  profiles,
  discovery,
  accounts,
  factors,
  identities,
  members,
  "member-limits": memberLimits,
  notifications,
  "data-export": dataExport,
  "security-events": securityEvents,
  notices,
  safety,
  moderation,
  restrictions,
  cases,
  photos,
  "image-checks": imageChecks,
  retention,
  "rate-limits": rateLimits,
  audit,
  "status-events": statusEvents,
  staff,
};

const CONNECTED = "kept while the app is open";

/** Tables of the server itself. */
const OTHER_TABLES: MemberData["tables"] = {
  connections: { withheld: { [CONNECTED]: "member_id process_id" }, kept: CONNECTED },
  processes: { withheld: { [NOT_PERSONAL]: "id lists_members receives_redis expires_at" }, kept: NOT_PERSONAL },
  secrets: { withheld: { [NOT_PERSONAL]: "name", [SECRET]: "value" }, kept: NOT_PERSONAL },
};

export const ALL_TABLES: Readonly<Record<string, TableData>> = Object.assign(
  {},
  OTHER_TABLES,
  ...Object.values(MEMBER_DATA).map(({ tables }) => tables),
);
