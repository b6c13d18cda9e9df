import { sql } from "kysely";
import { DEVICE_DAYS } from "#server/domains/accounts/identities/identities.policy.ts";
import { recordFormerAccount } from "#server/domains/accounts/identities/identities.service.ts";
import { deleteOldFormer } from "#server/domains/accounts/identities/identities.statements.ts";
import { isPaymentHeld } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { DELETED, ID, type MemberData, ownRows, SECRET } from "#server/domains/members/member-data/member-data.ts";
import { findSuspension } from "#server/domains/members/members.queries.ts";
import { hasBlocksAround } from "#server/domains/members/relationships/relationships.queries.ts";
import { isReported } from "#server/domains/moderation/reports/reports.queries.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";

const RECOGNIZES = "recognizes a returning member, for a time";

export const memberData: MemberData = {
  tables: {
    identities: { withheld: { [ID]: "member_id", [SECRET]: "hash" }, kept: RECOGNIZES },
    former_accounts: {
      withheld: { [DELETED]: "member_id reason is_banned banned_until kept_until" },
      kept: RECOGNIZES,
      expires: deleteOldFormer,
    },
    member_devices: {
      withheld: { [ID]: "member_id", [SECRET]: "hash" },
      kept: "of a suspended member, for the usual time",
      expires: sql`last_seen_on < current_date - ${DEVICE_DAYS}::int`,
    },
  },
  export: {
    "account.json": {
      recognizedBy: ownRows("identities", "kind created_at:since", "created_at, kind"),
      knownBrowsers: ownRows(
        "member_devices",
        "first_seen_on:since last_seen_on:lastUsedOn",
        "first_seen_on, last_seen_on",
      ),
    },
  },
  close: {
    identities: async ({ tx, id }) =>
      recordFormerAccount(tx, id, {
        suspension: await findSuspension(tx, id),
        isReported: (await isReported(tx, id)) || (await findRestrictions(tx, id)).length > 0,
        isDisputed: await isPaymentHeld(tx, id),
        hasBlocks: await hasBlocksAround(tx, id),
      }),
  },
};
