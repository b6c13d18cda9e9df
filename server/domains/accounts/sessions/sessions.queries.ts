import { sql } from "kysely";
import { SESSION_DAYS, SESSION_DAYS_MAX, SESSIONS_MAX } from "#server/domains/accounts/accounts.policy.ts";
import type { Db } from "#server/platform/db/client.ts";

/** Unused for `SESSION_DAYS`, or older than `SESSION_DAYS_MAX`. */
export const isExpired = sql<boolean>`(
  last_used_at <= now() - make_interval(days => ${SESSION_DAYS})
  or sessions.created_at <= now() - make_interval(days => ${SESSION_DAYS_MAX}))`;

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
