import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

const entries = (db: Db) =>
  db
    .selectFrom("audit_log")
    .select(["id", "occurred_at", "actor", "acting_as", "action", "target", "reason", "staff_id"])
    .select(sql<Readonly<Record<string, unknown>>>`details`.as("details"))
    // Null once the account is deleted: the log stores ids only.
    .select(sql<string | null>`(select username from profiles where member_id = audit_log.target)`.as("username"));

export type AuditEntry = Awaited<ReturnType<typeof readAuditLog>>[number];

export const findByIdempotencyKey = (db: Db, key: string) =>
  entries(db).where("idempotency_key", "=", key).executeTakeFirst();

/** Newest first; ids are time-ordered. All entries if no target is given. */
export const readAuditLog = (db: Db, target: string | undefined, limit: number) =>
  entries(db)
    .$if(target !== undefined, (query) => query.where("target", "=", target as string))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
