import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

export interface NewEntry {
  readonly id: string;
  readonly who: string;
  readonly acting_as: string | null;
  readonly act: string;
  readonly target: string | null;
  readonly reason: string;
  /** JSON. */
  readonly details: string;
  readonly operation: string | null;
}

/** Adds an entry, unless there is one of the same operation. @returns whether it did */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("audit_log")
    .values(entry)
    .onConflict((conflict) => conflict.column("operation").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const entries = (db: Db) =>
  db
    .selectFrom("audit_log")
    .select(["id", "at", "who", "acting_as", "act", "target", "reason"])
    .select(sql<Readonly<Record<string, unknown>>>`details`.as("details"))
    // Only while there is such a member: the log itself knows ids.
    .select(sql<string | null>`(select username from profiles where member_id = audit_log.target)`.as("username"));

export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

export const findByOperation = (db: Db, operation: string) =>
  entries(db).where("operation", "=", operation).executeTakeFirst();

/** Entries, newest first; of one target where it is given. Ids are in the order of time. */
export const findEntries = (db: Db, { target, limit }: { target?: string | undefined; limit: number }) =>
  entries(db)
    .$if(target !== undefined, (query) => query.where("target", "=", target as string))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
