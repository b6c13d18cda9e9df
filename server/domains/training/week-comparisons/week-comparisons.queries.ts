import type {
  ComparisonSide,
  StoredComparison,
} from "#server/domains/training/week-comparisons/week-comparisons.policy.ts";
import type { Db } from "#server/platform/db/client.ts";

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
