import { type Insertable, sql } from "kysely";
import type { AppealRow, DecisionRow, StoredAct } from "#server/domains/moderation/decisions/decisions.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { AppealOutcome } from "#server/platform/db/schema/cases.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";

export const insertDecision = (tx: Tx, decision: Insertable<Tables["decisions"]>): Promise<DecisionRow> =>
  tx.insertInto("decisions").values(decision).returningAll().executeTakeFirstOrThrow();

/** Deletes a decision that had no effect, within its own transaction. */
export async function deleteDecision(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("decisions").where("id", "=", id).execute();
}

export async function insertAct(tx: Tx, decisionId: string, position: number, { choice, result }: StoredAct) {
  const { act } = choice;
  await tx
    .insertInto("decision_acts")
    .values({ decision_id: decisionId, position, act, params: JSON.stringify(choice), result: JSON.stringify(result) })
    .execute();
}

export const lockDecision = (tx: Tx, id: string): Promise<DecisionRow | undefined> =>
  tx.selectFrom("decisions").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** The statement is about to leave. @returns false if the decision is undone */
export async function markStated(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("decisions")
    .set({ stated_at: sql<Date>`coalesce(stated_at, now())` })
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateUndone(tx: Tx, id: string, undoneBy: string): Promise<void> {
  await tx
    .updateTable("decisions")
    .set({ undone_at: sql<Date>`now()`, undone_by: undoneBy })
    .where("id", "=", id)
    .execute();
}

/** @returns false if the decision has an appeal */
export async function insertAppeal(tx: Tx, appeal: Insertable<Tables["appeals"]>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("appeals")
    .values(appeal)
    .onConflict((conflict) => conflict.column("decision_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export const lockAppeal = (tx: Tx, id: string): Promise<AppealRow | undefined> =>
  tx.selectFrom("appeals").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function updateAppealDecided(
  tx: Tx,
  id: string,
  { outcome, answer, decidedBy }: { outcome: AppealOutcome; answer: string; decidedBy: string },
): Promise<void> {
  await tx
    .updateTable("appeals")
    .set({ outcome, answer, decided_by: decidedBy, decided_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}
