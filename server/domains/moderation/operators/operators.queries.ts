import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

/** @param name normalized, if it is an email address or a username */
export const findMember = (db: Db, by: "members.id" | "email_normalized" | "username_normalized", name: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("accounts", "accounts.member_id", "members.id")
    .select(["members.id", "members.status", "profiles.username"])
    .where(by, "=", name)
    .executeTakeFirst();

/** Deleted ones have no profile, account and address. */
export const findMemberDetails = (db: Db, id: string) =>
  db
    .selectFrom("members")
    .leftJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("accounts", "accounts.member_id", "members.id")
    .leftJoin("wallets", "wallets.member_id", "members.id")
    .select(["members.id", "members.status", "members.is_demo", "members.joined_at", "members.last_active_at"])
    .select("members.deleted_at")
    .select(["profiles.username", "profiles.age", "profiles.location", "profiles.completion"])
    .select(["accounts.email", "accounts.email_verified_at", "wallets.id as wallet_id", "wallets.balance"])
    .select("accounts.date_of_birth")
    .where("members.id", "=", id)
    .executeTakeFirst();

export async function countActivity(db: Db, id: string) {
  const { rows } = await sql<Record<"photos" | "logins" | "crushes" | "matches" | "messages", number>>`
    select
      (select count(*)::int from photos where member_id = ${id}) as photos,
      (select count(*)::int from sessions where member_id = ${id}) as logins,
      (select count(*)::int from relationship_sides where member_id = ${id} and i_crushed_at is not null) as crushes,
      (select count(*)::int from relationship_sides where member_id = ${id} and matched_at is not null) as matches,
      (select count(*)::int from messages where sender_id = ${id}) as messages`.execute(db);
  return rows[0];
}

/** Newest first, without evidence. */
export const findReportsByOrAbout = (db: Db, id: string) =>
  db
    .selectFrom("reports")
    .select(["id", "reporter_id", "reported_id", "reason", "created_at", "resolution"])
    .where((where) => where.or([where("reported_id", "=", id), where("reporter_id", "=", id)]))
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();
