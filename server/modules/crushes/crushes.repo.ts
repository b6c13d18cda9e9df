import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import { insertCrushSql } from "#server/modules/relationships/relationships.service.ts";
import { chargeCrushSql } from "#server/modules/wallet/wallet.service.ts";

/** A stored crush, and what it costs the sender, who may not be able to pay: then the transaction must be rolled back. */
interface InsertedCrush {
  readonly isMatch: boolean;
  /** The sender's, before the crush. */
  readonly balance: number;
  readonly cost: number;
}

/**
 * Stores a crush and its charge in one statement, because each round trip takes as long as the writes. Locks the
 * relationship, then the sender's wallet.
 * @returns undefined if the crush was sent before, contact has ended or either has blocked the other
 */
export async function insertChargedCrush(
  tx: Tx,
  senderId: string,
  recipientId: string,
): Promise<InsertedCrush | undefined> {
  const { rows } = await sql<InsertedCrush>`
    with ${insertCrushSql(senderId, recipientId)}, ${chargeCrushSql(senderId, recipientId)}
    select crushed.is_match as "isMatch", priced.balance, priced.cost from crushed, priced`.execute(tx);
  return rows[0];
}

export async function upsertLastSeen(tx: Tx, me: string): Promise<void> {
  const seen_at = sql<Date>`clock_timestamp()`;
  await tx
    .insertInto("crushes_last_seen")
    .values({ member_id: me, seen_at })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ seen_at }))
    .execute();
}

export async function deleteLastSeen(tx: Tx, me: string): Promise<void> {
  await tx.deleteFrom("crushes_last_seen").where("member_id", "=", me).execute();
}
