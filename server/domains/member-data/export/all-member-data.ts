import { memberData as accounts } from "#server/domains/accounts/accounts.member-data.ts";
import { memberData as factors } from "#server/domains/accounts/factors/factors.member-data.ts";
import { memberData as identities } from "#server/domains/accounts/identities/identities.member-data.ts";
import { memberData as rateLimits } from "#server/domains/accounts/rate-limits/rate-limits.member-data.ts";
import { memberData as securityEvents } from "#server/domains/accounts/security-events/security-events.member-data.ts";
import { memberData as payments } from "#server/domains/billing/payments/payments.member-data.ts";
import { memberData as wallet } from "#server/domains/billing/wallet/wallet.member-data.ts";
import { memberData as withdrawals } from "#server/domains/billing/withdrawals/withdrawals.member-data.ts";
import { memberData as messages } from "#server/domains/chat/messages/messages.member-data.ts";
import { memberData as crushes } from "#server/domains/crushes/crushes.member-data.ts";
import { memberData as dailySets } from "#server/domains/discovery/daily-sets/daily-sets.member-data.ts";
import { memberData as passes } from "#server/domains/discovery/passes/passes.member-data.ts";
import { memberData as discovery } from "#server/domains/discovery/search/discovery.member-data.ts";
import { memberData as erasures } from "#server/domains/member-data/account-deletion/erasures.member-data.ts";
import { memberData as exportData } from "#server/domains/member-data/export/export.member-data.ts";
import { memberData as retention } from "#server/domains/member-data/retention/retention.member-data.ts";
import {
  type MemberData,
  NOT_PERSONAL,
  SECRET,
  type TableData,
} from "#server/domains/members/member-data/member-data.ts";
import { memberData as memberLimits } from "#server/domains/members/member-limits/member-limits.member-data.ts";
import { memberData as members } from "#server/domains/members/members.member-data.ts";
import { memberData as photos } from "#server/domains/members/photos/photos.member-data.ts";
import { memberData as profiles } from "#server/domains/members/profiles/profiles.member-data.ts";
import { memberData as relationships } from "#server/domains/members/relationships/relationships.member-data.ts";
import { memberData as statusEvents } from "#server/domains/members/status-events/status-events.member-data.ts";
import { memberData as audit } from "#server/domains/moderation/audit/audit.member-data.ts";
import { memberData as cases } from "#server/domains/moderation/cases/cases.member-data.ts";
import { memberData as decisions } from "#server/domains/moderation/decisions/decisions.member-data.ts";
import { memberData as imageChecks } from "#server/domains/moderation/image-checks/image-checks.member-data.ts";
import { memberData as notices } from "#server/domains/moderation/notices/notices.member-data.ts";
import { memberData as reports } from "#server/domains/moderation/reports/reports.member-data.ts";
import { memberData as restrictions } from "#server/domains/moderation/restrictions/restrictions.member-data.ts";
import { memberData as staff } from "#server/domains/moderation/staff/staff.member-data.ts";
import { memberData as verification } from "#server/domains/moderation/verification/verification.member-data.ts";
import { memberData as notifications } from "#server/domains/notifications/notifications.member-data.ts";
import { memberData as site } from "#server/domains/site/site.member-data.ts";
import { memberData as dateOutcomes } from "#server/domains/training/date-outcomes/date-outcomes.member-data.ts";
import { memberData as trustedContacts } from "#server/domains/training/trusted-contacts/trusted-contacts.member-data.ts";
import { memberData as weekComparisons } from "#server/domains/training/week-comparisons/week-comparisons.member-data.ts";
import { memberData as training } from "#server/domains/training/weeks/training.member-data.ts";

import { memberData as workoutDates } from "#server/domains/training/workout-dates/workout-dates.member-data.ts";

/**
 * The order is that of steps within a phase of a deletion, of the cleanup (images are deleted after the reports that
 * keep them), and of the keys in a file of the download that several domains fill.
 */
export const MEMBER_DATA: Readonly<Record<string, MemberData>> = {
  wallet,
  "date-outcomes": dateOutcomes,
  messages,
  relationships,
  crushes,
  "trusted-contacts": trustedContacts,
  "workout-dates": workoutDates,
  passes,
  "daily-sets": dailySets,
  training,
  "week-comparisons": weekComparisons,
  site,
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
  export: exportData,
  "security-events": securityEvents,
  notices,
  reports,
  decisions,
  restrictions,
  cases,
  photos,
  "image-checks": imageChecks,
  retention,
  erasures,
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
