import { sql } from "kysely";
import type { Answered } from "#server/domains/moderation/objections/objections.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** @returns false if there is one already */
export async function insertObjection(
  tx: Tx,
  { id, kind }: Pick<Answered, "id" | "kind">,
  words: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("objections")
    .values({ id, report_id: kind === "report" ? id : null, notice_id: kind === "notice" ? id : null, words })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Stores the outcome of those of some reports and notices that have an objection. */
export async function updateObjectionsDecided(tx: Tx, ids: readonly string[], isUpheld: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update objections set decided_at = now(), is_upheld = ${isUpheld}
    where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** The decision was undone. */
export async function updateObjectionsOpen(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update objections set decided_at = null, is_upheld = null where id = any(${[...ids]}::uuid[])`.execute(tx);
}
