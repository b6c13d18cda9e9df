import { type RawBuilder, sql } from "kysely";
import { EXPORT_LINK_DOWNLOADS, EXPORT_LINK_HOURS } from "#contract/limits.ts";
import type { Db } from "#server/platform/db/client.ts";

/** SQL condition on `export_links` and its `members`. Who is not suspended logs in instead. */
export const isOpenSql: RawBuilder<boolean> = sql`(members.status = 'suspended' and export_links.revoked_at is null
  and export_links.downloads < ${EXPORT_LINK_DOWNLOADS}
  and export_links.created_at > now() - ${EXPORT_LINK_HOURS} * interval '1 hour')`;

const openLinks = (db: Db) =>
  db
    .selectFrom("export_links")
    .innerJoin("members", "members.id", "export_links.member_id")
    .select(["export_links.id", "export_links.member_id"])
    .where(isOpenSql);

/** Undefined if it does not lead to a download any more. */
export const findOpenLink = (db: Db, id: string) => openLinks(db).where("export_links.id", "=", id).executeTakeFirst();

export const findOpenLinkByToken = (db: Db, tokenHash: Buffer) =>
  openLinks(db).where("export_links.token_hash", "=", tokenHash).executeTakeFirst();

/** A member's links of the last 24 hours, oldest first, with the seconds until each of them is a day old. */
export const findLinksOfDay = (db: Db, memberId: string) =>
  db
    .selectFrom("export_links")
    .select(["created_at", "revoked_at"])
    .select(sql<number>`ceil(extract(epoch from created_at + interval '24 hours' - now()))::int`.as("seconds"))
    .select(sql<boolean>`created_at > now() - interval '10 minutes'`.as("is_recent"))
    .where("member_id", "=", memberId)
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`)
    .orderBy("created_at")
    .execute();
