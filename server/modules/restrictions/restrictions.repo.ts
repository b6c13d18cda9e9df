import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import type { RestrictionKind } from "#server/db/schema/cases.ts";
import { newId } from "#server/lib/ids.ts";

export interface NewRestriction {
  readonly memberId: string;
  readonly kind: RestrictionKind;
  readonly decisionId: string;
  /** Null if it has no end of its own. */
  readonly until: Date | null;
}

/** Restricts a member. @returns the id of the restriction */
export async function insertRestriction(
  tx: Tx,
  { memberId, kind, decisionId, until }: NewRestriction,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("restrictions")
    .values({ id, member_id: memberId, kind, decision_id: decisionId, ends_at: until })
    .execute();
  return id;
}

/** Lifts restrictions that are not lifted yet. @returns the ids of those that were lifted now */
export async function liftRestrictions(tx: Tx, which: { memberId: string } | { id: string }): Promise<string[]> {
  const lifted = await tx
    .updateTable("restrictions")
    .set({ lifted_at: sql<Date>`now()` })
    .where("lifted_at", "is", null)
    .$if("id" in which, (query) => query.where("id", "=", "id" in which ? which.id : ""))
    .$if("memberId" in which, (query) => query.where("member_id", "=", "memberId" in which ? which.memberId : ""))
    .returning("id")
    .execute();
  return lifted.map(({ id }) => id);
}

/** Puts lifted restrictions in force again, until their former ends. */
export async function restoreRestrictions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("restrictions")
    .set({ lifted_at: null })
    .where("id", "in", [...ids])
    .execute();
}
