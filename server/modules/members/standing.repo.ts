import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { Standing } from "#server/db/schema/tables.ts";

/** A member's standing, held until the end of the transaction. */
export const lockStanding = async (tx: Tx, id: string): Promise<Standing | undefined> =>
  (await tx.selectFrom("members").select("standing").where("id", "=", id).forNoKeyUpdate().executeTakeFirst())
    ?.standing;

export async function setStanding(tx: Tx, id: string, standing: Standing): Promise<void> {
  await tx.updateTable("members").set({ standing }).where("id", "=", id).execute();
}

/** Notes a suspension; of one that goes on, when it ends and what is told of it. */
export async function upsertSuspension(
  tx: Tx,
  { id, before, until, told }: { id: string; before: "active" | "hidden"; until: Date | null; told: string },
): Promise<void> {
  await tx
    .insertInto("suspensions")
    .values({ member_id: id, before, until, told })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ until, told }))
    .execute();
}

/**
 * Ends a suspension.
 * @param served only one that has come to its end
 * @returns the standing before it, or undefined where there was none
 */
export const deleteSuspension = async (tx: Tx, id: string, served: boolean): Promise<"active" | "hidden" | undefined> =>
  (
    await tx
      .deleteFrom("suspensions")
      .where("member_id", "=", id)
      .$if(served, (query) => query.where("until", "<=", sql<Date>`now()`))
      .returning("before")
      .executeTakeFirst()
  )?.before;

export const findSuspension = (db: Db, id: string) =>
  db.selectFrom("suspensions").select(["since", "until", "told"]).where("member_id", "=", id).executeTakeFirst();

/** Whose suspension has come to its end. */
export const findServed = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom("suspensions")
      .select("member_id")
      .where("until", "<=", sql<Date>`now()`)
      .orderBy("until")
      .execute()
  ).map((row) => row.member_id);
