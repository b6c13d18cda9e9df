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

/** Names with a part among which the shown ones are chosen: many may have it. */
const NAMES_READ = 200;

/** The whole name first, then names that begin with the part, of some that have it. @param part normalized */
export const findMembersByNamePart = (db: Db, part: string, limit: number) => {
  const escaped = part.replace(/[\\%_]/g, "\\$&");
  const named = sql<string>`(
    (select member_id from profiles where username_normalized = ${part})
    union
    (select member_id from profiles where username_normalized like ${`%${escaped}%`} limit ${sql.lit(NAMES_READ)}))`;
  return members(db)
    .where("members.id", "in", named)
    .orderBy((row) => row("username_normalized", "=", part), "desc")
    .orderBy((row) => row("username_normalized", "like", `${escaped}%`), "desc")
    .orderBy("username_normalized")
    .limit(limit)
    .execute();
};

/** The case that decides last: one that is looked at again is also an item of the case that decided first. */
const latestItem = sql<boolean>`case_items.kind = 'objection'`;

export const findReportByCode = (db: Db, code: string) =>
  db
    .selectFrom("reports")
    .leftJoin("case_items", (join) =>
      join.on("case_items.kind", "in", ["report", "objection"]).on("source_id", "=", sql<string>`reports.id::text`),
    )
    .select(["code", "reason", "created_at", "resolved_at", "case_id"])
    .where("code", "=", code)
    .orderBy(latestItem, "desc")
    .limit(1)
    .executeTakeFirst();

/** Of a thread of contact messages, the latest first. */
export const findCasesOfThread = (db: Db, number: string, limit: number) =>
  db
    .selectFrom("contact_threads")
    .innerJoin("cases", "contact_thread_id", "contact_threads.id")
    .selectAll("cases")
    .where("number", "=", number)
    .orderBy("opened_at", "desc")
    .limit(limit)
    .execute();

/** Without what bots sent. */
export const findNoticeByNumber = (db: Db, number: string) =>
  db
    .selectFrom("notices")
    .leftJoin("case_items", (join) =>
      join.on("case_items.kind", "in", ["notice", "objection"]).on("source_id", "=", sql<string>`notices.id::text`),
    )
    .select(["number", "notices.kind", "created_at", "decided_at", "case_id"])
    .where("number", "=", number)
    .where("is_honeypot_hit", "=", false)
    .orderBy(latestItem, "desc")
    .limit(1)
    .executeTakeFirst();
