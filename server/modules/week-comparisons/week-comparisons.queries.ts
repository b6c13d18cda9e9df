import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";
import { canSee } from "#server/modules/relationships/relationships.queries.ts";
import type { ComparisonSide, StoredComparison } from "#server/modules/week-comparisons/week-comparisons.policy.ts";

/** What is stored of two members, from one side. */
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

/** A member's own questions, and the answers that they are shown. For the data export. */
export async function findOwnComparisons(db: Db, me: string) {
  const { rows } = await sql<{
    with: string;
    askedAt: Date | null;
    parts: readonly number[] | null;
    until: Date | null;
  }>`
    select username as "with", case when side.member_id < side.other_id then a_asked_at else b_asked_at end as "askedAt",
      parts, case when parts is not null then frozen_until end as until
    from week_comparisons join relationship_sides as side using (relationship_id)
    join members as other on other.id = side.other_id and ${canSee("side", "other")}
    join profiles on profiles.member_id = side.other_id
    where side.member_id = ${me} and side.is_matched
      and (parts is not null or case when side.member_id < side.other_id then a_asked_at else b_asked_at end is not null)
    order by "askedAt", username`.execute(db);
  return rows;
}
