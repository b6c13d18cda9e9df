import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

export interface NewAuditEntry {
  readonly id: string;
  readonly actor: string;
  readonly acting_as: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly reason: string;
  /** JSON. */
  readonly details: string;
  readonly idempotency_key: string | null;
  readonly staff_id: string | null;
}

/** @returns false if an entry with the same idempotency key exists; nothing is inserted then */
export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("audit_log")
    .values(entry)
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const entries = (db: Db) =>
  db
    .selectFrom("audit_log")
    .select(["id", "occurred_at", "actor", "acting_as", "action", "target", "reason", "staff_id"])
    .select(sql<Readonly<Record<string, unknown>>>`details`.as("details"))
    // Null once the account is deleted: the log stores ids only.
    .select(sql<string | null>`(select username from profiles where member_id = audit_log.target)`.as("username"));

export type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>[number];

export const findByIdempotencyKey = (db: Db, key: string) =>
  entries(db).where("idempotency_key", "=", key).executeTakeFirst();

/** Newest first; ids are time-ordered. */
export const listAuditEntries = (db: Db, { target, limit }: { target?: string | undefined; limit: number }) =>
  entries(db)
    .$if(target !== undefined, (query) => query.where("target", "=", target as string))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
