import { sql } from "kysely";
import { deleteAccountRows } from "#server/domains/accounts/accounts.service.ts";
import { isExpired } from "#server/domains/accounts/sessions/sessions.queries.ts";
import {
  FIELDS,
  fields,
  ID,
  type MemberData,
  NORMALIZED,
  ownRows,
  row,
  SECRET,
} from "#server/domains/members/member-data/member-data.ts";

const EMAIL_LINK = "a link in an email that the member has; it expires within a week";

export const memberData: MemberData = {
  tables: {
    accounts: {
      withheld: {
        [ID]: "member_id",
        [NORMALIZED]: "email_normalized",
        [SECRET]: "password_hash",
        "part of the signature of calendar links": "links_epoch",
      },
      erased: { phase: "account" },
    },
    sessions: {
      withheld: { [SECRET]: "token_hash", [ID]: "id member_id" },
      erased: { phase: "account" },
      expires: { byPages: isExpired },
    },
    suspended_sessions: {
      withheld: { [SECRET]: "token_hash", [ID]: "member_id" },
      erased: { withRowsOf: "suspensions" },
    },
    email_tokens: {
      withheld: {
        [SECRET]: "token_hash",
        [ID]: "member_id",
        [NORMALIZED]: "email_normalized",
        [EMAIL_LINK]: "purpose expires_at",
      },
      erased: { phase: "account" },
      expires: sql`expires_at < now()`,
    },
    email_changes: {
      withheld: { [ID]: "member_id", [NORMALIZED]: "email_normalized" },
      erased: { phase: "account" },
      expires: sql`expires_at < now()`,
    },
    notice_addresses: {
      withheld: {
        [ID]: "id member_id created_at",
        "a former address, until a notice has been sent there, a day at most": "email",
      },
      erased: { withRowsOf: "accounts" },
      expires: sql`created_at < now() - interval '1 day'`,
    },
  },
  export: {
    "account.json": {
      [FIELDS]: row(
        {
          username: "profiles.username",
          ...fields("accounts", "email email_verified_at:emailConfirmedAt date_of_birth"),
          ...fields("members", "status hidden_until"),
          ...fields("accounts", "terms_version terms_accepted_at"),
          ...fields("members", "joined_at last_active_at read_receipts daily_set"),
          ...fields("email_changes", "email:newEmail expires_at:newEmailUntil"),
        },
        (me) => sql`members
          join accounts on accounts.member_id = members.id
          left join email_changes on email_changes.member_id = members.id
          join profiles on profiles.member_id = members.id
          where members.id = ${me}`,
      ),
    },
    "sessions.json": {
      logins: ownRows(
        "sessions",
        "device created_at:begunAt last_used_at is_new_device:newDevice authenticated_at",
        "created_at",
      ),
    },
  },
  close: { account: ({ ctx, tx, id, checked }) => deleteAccountRows(ctx, tx, id, checked) },
};
