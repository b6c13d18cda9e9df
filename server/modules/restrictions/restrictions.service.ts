import type { Tx } from "#server/db/client.ts";
import {
  type ChangedRestriction,
  copyInForce,
  insertRestriction as insert,
  type NewRestriction,
  updateLifted,
  updateRestored,
} from "#server/modules/restrictions/restrictions.repo.ts";

/** The app shows at once what a restriction closes and opens. */
function emitChanged(tx: Tx, changed: readonly Pick<ChangedRestriction, "member_id">[]): void {
  for (const id of new Set(changed.map(({ member_id }) => member_id))) tx.emit(id, "restrictions_changed", {});
}

/** Restricts a member. @returns the id of the restriction */
export async function insertRestriction(tx: Tx, restriction: NewRestriction): Promise<string> {
  const id = await insert(tx, restriction);
  emitChanged(tx, [{ member_id: restriction.memberId }]);
  return id;
}

/**
 * Puts a member under the restrictions of other accounts of theirs. They end when those are lifted.
 * @returns whether there were any
 */
export async function copyRestrictions(tx: Tx, fromIds: readonly string[], memberId: string): Promise<boolean> {
  const isCopied = await copyInForce(tx, fromIds, memberId);
  if (isCopied) emitChanged(tx, [{ member_id: memberId }]);
  return isCopied;
}

/**
 * Lifts restrictions that are not lifted yet, by id also those that follow it on other accounts.
 * @returns those that were lifted now
 */
export async function liftRestrictions(
  tx: Tx,
  which: { memberId: string } | { id: string },
): Promise<ChangedRestriction[]> {
  const lifted = await updateLifted(tx, which);
  emitChanged(tx, lifted);
  return lifted;
}

/** Puts lifted restrictions in force again, until their former ends. */
export async function restoreRestrictions(tx: Tx, ids: readonly string[]): Promise<void> {
  emitChanged(tx, await updateRestored(tx, ids));
}
