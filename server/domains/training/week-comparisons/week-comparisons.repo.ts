import { sql } from "kysely";
import type {
  ComparisonSide,
  StoredComparison,
} from "#server/domains/training/week-comparisons/week-comparisons.policy.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

/** From the side of one of the two. */
export async function findComparison(
  db: Db,
  relationshipId: string,
  side: ComparisonSide,
): Promise<StoredComparison | undefined> {
  const row = await db
    .selectFrom("week_comparisons")
    .selectAll()
    .where("relationship_id", "=", relationshipId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { a_asked_at, b_asked_at, parts, frozen_until: frozenUntil } = row;
  const hasAsked = row[`${side}_asked_at`] !== null;
  return { hasAsked, haveBothAsked: a_asked_at !== null && b_asked_at !== null, parts, frozenUntil };
}

/** Stores that a side has asked. Needs the relationship's lock. @param anew forgets what was stored before */
export async function upsertQuestion(
  tx: Tx,
  { relationshipId, side, at, anew }: { relationshipId: string; side: ComparisonSide; at: Date; anew: boolean },
): Promise<void> {
  if (anew) await deleteComparison(tx, relationshipId);
  await tx
    .insertInto("week_comparisons")
    .values({ relationship_id: relationshipId, [`${side}_asked_at`]: at })
    .onConflict((conflict) => conflict.column("relationship_id").doUpdateSet({ [`${side}_asked_at`]: at }))
    .execute();
}

/** Takes back a side's question. Needs the relationship's lock. */
export async function deleteQuestion(tx: Tx, relationshipId: string, side: ComparisonSide): Promise<void> {
  await tx
    .updateTable("week_comparisons")
    .set({ [`${side}_asked_at`]: null })
    .where("relationship_id", "=", relationshipId)
    .where("parts", "is", null)
    .execute();
}

/** Stores the answer that both are shown. Needs the relationship's lock. */
export async function updateAnswer(
  tx: Tx,
  relationshipId: string,
  { parts, until }: { parts: readonly number[]; until: Date },
): Promise<void> {
  await tx
    .updateTable("week_comparisons")
    .set({ parts: [...parts], frozen_until: until })
    .where("relationship_id", "=", relationshipId)
    .execute();
}

export async function deleteComparison(tx: Tx, relationshipId: string): Promise<void> {
  await tx.deleteFrom("week_comparisons").where("relationship_id", "=", relationshipId).execute();
}

/**
 * Forgets the answers that a member is part of, and their own questions. The question of another member stays, and the
 * time of an answer, before which there is no other. Needs the member's lock.
 * @returns the members who were shown an answer
 */
export async function forgetAnswersOf(tx: Tx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ other_id: string; was_shown: boolean }>`
    with mine as (
      select relationship_id, other_id, parts is not null as was_shown, member_id < other_id as is_a
      from week_comparisons join relationship_sides using (relationship_id)
      where member_id = ${memberId}
      order by relationship_id for update of week_comparisons
    )
    update week_comparisons set parts = null,
      a_asked_at = case when is_a or was_shown then null else a_asked_at end,
      b_asked_at = case when not is_a or was_shown then null else b_asked_at end
    from mine where mine.relationship_id = week_comparisons.relationship_id
    returning mine.other_id, mine.was_shown`.execute(tx);
  return rows.filter((row) => row.was_shown).map(({ other_id }) => other_id);
}

export async function deleteComparisonsIn(tx: Tx, relationshipIds: readonly string[]): Promise<void> {
  await sql`
    delete from week_comparisons where relationship_id = any(${sql.val([...relationshipIds])}::uuid[])`.execute(tx);
}
