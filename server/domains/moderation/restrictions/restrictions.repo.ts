import { sql } from "kysely";
import { isInForceSql } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { RestrictionKind } from "#server/platform/db/schema/cases.ts";
import { newId } from "#server/platform/lib/ids.ts";

export interface NewRestriction {
  /** The id of one that a restore has lost. */
  readonly id?: string;
  readonly memberId: string;
  readonly kind: RestrictionKind;
  readonly decisionId: string;
  /** Null if it has no end of its own. */
  readonly until: Date | null;
}

/** Restricts a member. @returns the id of the restriction */
export async function insertRestriction(
  tx: Tx,
  { id = newId(), memberId, kind, decisionId, until }: NewRestriction,
): Promise<string> {
  await tx
    .insertInto("restrictions")
    .values({ id, member_id: memberId, kind, decision_id: decisionId, ends_at: until })
    .execute();
  return id;
}

/**
 * Puts a member under the restrictions in force that others are under.
 * @returns whether there were any that they did not have
 */
export async function copyInForce(tx: Tx, fromIds: readonly string[], memberId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into restrictions (id, member_id, kind, decision_id, starts_at, ends_at, copied_from)
    select gen_random_uuid(), ${memberId}, kind, decision_id, starts_at, ends_at, origin
    from (
      select distinct on (coalesce(copied_from, id)) coalesce(copied_from, id) as origin, restrictions.*
      from restrictions where member_id = any(${[...fromIds]}::uuid[]) and ${isInForceSql}
      order by coalesce(copied_from, id)) as theirs
    where not exists (
      select from restrictions as own
      where own.member_id = ${memberId} and origin = coalesce(own.copied_from, own.id))`.execute(tx);
  return numAffectedRows > 0n;
}

/** A restriction that a write has changed. */
export interface ChangedRestriction {
  readonly id: string;
  readonly member_id: string;
}

/** Lifts restrictions that are not lifted yet, by id with their copies. @returns those that were lifted now */
export const updateLifted = (tx: Tx, which: { memberId: string } | { id: string }): Promise<ChangedRestriction[]> =>
  tx
    .updateTable("restrictions")
    .set({ lifted_at: sql<Date>`now()` })
    .where("lifted_at", "is", null)
    .$if("id" in which, (query) => {
      const id = "id" in which ? which.id : "";
      return query.where((is) => is.or([is("id", "=", id), is("copied_from", "=", id)]));
    })
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
