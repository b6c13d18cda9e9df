import { sql } from "kysely";
import { SESSIONS_MAX } from "#server/domains/accounts/accounts.policy.ts";
import { isExpired } from "#server/domains/accounts/sessions/sessions.repo.ts";
import type { Db } from "#server/platform/db/client.ts";

/** The devices of a member's sessions, most recently used first. */
export const findSessionDevices = (db: Db, memberId: string) =>
  db
    .selectFrom("sessions")
    .select(["device", "last_used_at as lastUsedAt"])
    .where("member_id", "=", memberId)
    .where(sql<boolean>`not ${isExpired}`)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .limit(SESSIONS_MAX)
    .execute();
