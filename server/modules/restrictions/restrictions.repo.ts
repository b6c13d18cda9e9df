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

/** A restriction that a write has changed. */
export interface ChangedRestriction {
  readonly id: string;
  readonly member_id: string;
}

/** Lifts restrictions that are not lifted yet. @returns those that were lifted now */
export const updateLifted = (tx: Tx, which: { memberId: string } | { id: string }): Promise<ChangedRestriction[]> =>
  tx
    .updateTable("restrictions")
    .set({ lifted_at: sql<Date>`now()` })
    .where("lifted_at", "is", null)
    .$if("id" in which, (query) => query.where("id", "=", "id" in which ? which.id : ""))
    .$if("memberId" in which, (query) => query.where("member_id", "=", "memberId" in which ? which.memberId : ""))
    .returning(["id", "member_id"])
    .execute();

/**
 * Puts lifted restrictions in force again, until their former ends, except those of decisions that were undone.
 * @returns those that exist
 */
export const updateRestored = (tx: Tx, ids: readonly string[]): Promise<ChangedRestriction[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .updateTable("restrictions")
        .set({ lifted_at: null })
        .where("id", "in", [...ids])
        .where(sql<boolean>`not exists (select from decisions where id = decision_id and undone_at is not null)`)
        .returning(["id", "member_id"])
        .execute();
