import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";

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
