import { sql } from "kysely";
import { DELETED, ID, type MemberData, ownRows, SECRET } from "#server/member-data/member-data.ts";
import { DEVICE_DAYS } from "#server/modules/identities/identities.policy.ts";
import { recordFormerAccount } from "#server/modules/identities/identities.service.ts";
import { deleteOldFormer } from "#server/modules/identities/identities.statements.ts";
import { findSuspension } from "#server/modules/members/members.queries.ts";
import { findRestrictions } from "#server/modules/restrictions/restrictions.queries.ts";
import { isReported } from "#server/modules/safety/safety.queries.ts";
import { isPaymentHeld } from "#server/modules/subscriptions/subscriptions.queries.ts";

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
  erase: {
    identities: async ({ tx, id, hasBlocks }) =>
      recordFormerAccount(tx, id, {
        suspension: await findSuspension(tx, id),
        isReported: (await isReported(tx, id)) || (await findRestrictions(tx, id)).length > 0,
        isDisputed: await isPaymentHeld(tx, id),
        hasBlocks,
      }),
  },
};
