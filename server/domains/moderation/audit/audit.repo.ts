import type { Tx } from "#server/platform/db/client.ts";

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
