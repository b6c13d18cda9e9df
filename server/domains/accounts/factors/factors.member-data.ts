import { sql } from "kysely";
import { TOTP_PENDING_HOURS } from "#server/domains/accounts/factors/factors.repo.ts";
import {
  ID,
  type MemberData,
  NOT_PERSONAL,
  ownRows,
  SECRET,
  value,
} from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    passkeys: {
      withheld: {
        [ID]: "id member_id",
        [SECRET]: "credential_id public_key counter",
        "tells browsers how to reach the passkey": "transports",
      },
      erased: "member_id",
    },
    totp_secrets: {
      withheld: {
        [ID]: "member_id",
        [SECRET]: "sealed_secret last_step",
        "when the key was made, minutes before it was confirmed": "created_at",
      },
      erased: "member_id",
      expires: sql`confirmed_at is null and created_at < now() - make_interval(hours => ${TOTP_PENDING_HOURS})`,
    },
    recovery_codes: { withheld: { [ID]: "member_id", [SECRET]: "code_hash" }, erased: "member_id" },
    webauthn_challenges: {
      withheld: { [SECRET]: "challenge_hash bound_to", [NOT_PERSONAL]: "purpose expires_at" },
      kept: NOT_PERSONAL,
      expires: sql`expires_at < now()`,
    },
  },
  export: {
    "sessions.json": {
      passkeys: ownRows("passkeys", "name created_at:since last_used_at is_backed_up:synced", "created_at"),
      authenticatorAppSince: value("totp_secrets", "confirmed_at"),
      recoveryCodes: ownRows("recovery_codes", "created_at:since used_at", "used_at, code_hash"),
    },
  },
};
