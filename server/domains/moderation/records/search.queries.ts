import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

const members = (db: Db) =>
  db
    .selectFrom("members")
    .leftJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("accounts", "accounts.member_id", "members.id")
    .select(["members.id", "profiles.username", "members.status", "members.joined_at", "accounts.email"]);

export type FoundMemberRow = Awaited<ReturnType<typeof findMembersByIds>>[number];

/** With any status, by name. */
export const findMembersByIds = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : members(db)
        .where("members.id", "in", [...ids])
        .orderBy("username")
        .execute();

export const findMembersByEmail = (db: Db, emailKey: string) =>
  members(db).where("email_normalized", "=", emailKey).execute();

/** The whole name first, then names that begin with the part. @param part normalized */
export const findMembersByNamePart = (db: Db, part: string, limit: number) => {
  const escaped = part.replace(/[\\%_]/g, "\\$&");
  return members(db)
    .where("username_normalized", "like", `%${escaped}%`)
    .orderBy((row) => row("username_normalized", "=", part), "desc")
    .orderBy((row) => row("username_normalized", "like", `${escaped}%`), "desc")
    .orderBy("username_normalized")
    .limit(limit)
    .execute();
};

export const findReportByCode = (db: Db, code: string) =>
  db
    .selectFrom("reports")
    .leftJoin("case_items", (join) =>
      join.on("case_items.kind", "=", "report").on("source_id", "=", sql<string>`reports.id::text`),
    )
    .select(["code", "reason", "created_at", "resolved_at", "case_id"])
    .where("code", "=", code)
    .executeTakeFirst();

/** Without what bots sent. */
export const findNoticeByNumber = (db: Db, number: string) =>
  db
    .selectFrom("notices")
    .leftJoin("case_items", (join) =>
      join.on("case_items.kind", "=", "notice").on("source_id", "=", sql<string>`notices.id::text`),
    )
    .select(["number", "notices.kind", "created_at", "decided_at", "case_id"])
    .where("number", "=", number)
    .where("is_honeypot_hit", "=", false)
    .executeTakeFirst();
