import { sql } from "kysely";
import { purgeOldSecurityEvents } from "#server/domains/accounts/security-events/security-events.statements.ts";
import {
  fields,
  ID,
  type MemberData,
  OPERATORS,
  rows,
  SECRET,
} from "#server/domains/members/member-data/member-data.ts";

/** Members see only these kinds; the others are for the operator. */
const OWN_EVENTS = [
  "register",
  "login",
  "logout",
  "password",
  "email",
  "session",
  "factor",
  "download",
  "account",
  "role",
];

export const memberData: MemberData = {
  tables: {
    security_events: {
      withheld: { [ID]: "id member_id", [SECRET]: "coalesce_key subject_hash network_hash", [OPERATORS]: "details" },
      kept: "explains what happened to an account, for 90 days",
      expires: (tx, ctx) => purgeOldSecurityEvents(ctx, tx),
    },
  },
  export: {
    "sessions.json": {
      activity: rows(
        {
          ...fields("security_events", "occurred_at:at last_occurred_at:lastAt count kind outcome device"),
        },
        (me) => sql`security_events where member_id = ${me} and kind = any(${OWN_EVENTS}) order by id`,
      ),
    },
  },
};
