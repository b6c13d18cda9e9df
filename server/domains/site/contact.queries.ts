import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

const messages = (db: Db) =>
  db
    .selectFrom("contact_messages")
    .leftJoin("profiles", "profiles.member_id", "contact_messages.member_id")
    .select(["contact_messages.id", "contact_messages.member_id", "profiles.username", "contact_messages.name"])
    .select(["email", "subject", "message", "is_honeypot_hit", "created_at", "mailed_at", "resolved_at"]);

export const findContactMessage = (db: Db, id: string) =>
  messages(db).where("contact_messages.id", "=", id).executeTakeFirst();

/** Latest first. @param before excludes messages from then on */
export const findContactMessages = (db: Db, limit: number, before?: Date) =>
  messages(db)
    .where("created_at", "<", before ?? sql<Date>`'infinity'`)
    .orderBy("created_at", "desc")
    .orderBy("contact_messages.id", "desc")
    .limit(limit)
    .execute();
