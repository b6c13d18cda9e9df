import {
  recordStatusEvent,
  recordStatusEvents,
} from "#server/domains/members/status-events/status-events.statements.ts";
import {
  type ChangedRestriction,
  copyInForce,
  insertRestriction as insert,
  type NewRestriction,
  updateLifted,
  updateRestored,
} from "#server/domains/moderation/restrictions/restrictions.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** The app shows at once what a restriction closes and opens. */
function emitChanged(tx: Tx, changed: readonly Pick<ChangedRestriction, "member_id">[]): void {
  for (const id of new Set(changed.map(({ member_id }) => member_id))) tx.emit(id, "restrictions_changed", {});
}

const recordChanged = (
  tx: Tx,
  changed: readonly ChangedRestriction[],
  event: "restriction_lifted" | "restriction_restored",
): Promise<void> =>
  recordStatusEvents(
    tx,
    changed.map(({ id, member_id: memberId }) => ({ event, memberId, otherId: id })),
  );

/** Acts that restrict for longer than the decision takes. */
export const RESTRICTING_ACTS = ["mute", "unlist", "require_selfie"] as const;
export type RestrictingAct = (typeof RESTRICTING_ACTS)[number];

/** @returns the id of the restriction */
export async function insertRestriction(
  tx: Tx,
  { act, ...restriction }: NewRestriction & { readonly act: RestrictingAct },
): Promise<string> {
  const { memberId, until } = restriction;
  const id = await insert(tx, restriction);
  await recordStatusEvent(tx, { event: "restricted", memberId, otherId: id, detail: act, until });
  emitChanged(tx, [{ member_id: memberId }]);
  return id;
}

/** The restrictions of other accounts of the member. They end when those are lifted. @returns whether there were any */
export async function copyRestrictions(tx: Tx, fromIds: readonly string[], memberId: string): Promise<boolean> {
  const isCopied = await copyInForce(tx, fromIds, memberId);
  if (isCopied) emitChanged(tx, [{ member_id: memberId }]);
  return isCopied;
}

/** Lifts also the restrictions on other accounts that follow one of these ids. @returns those that were lifted now */
export async function liftRestrictions(
  tx: Tx,
  which: { memberId: string } | { id: string },
): Promise<ChangedRestriction[]> {
  const lifted = await updateLifted(tx, which);
  await recordChanged(tx, lifted, "restriction_lifted");
  emitChanged(tx, lifted);
  return lifted;
}

/** Until their former ends. @returns those that exist */
export async function restoreRestrictions(tx: Tx, ids: readonly string[]): Promise<ChangedRestriction[]> {
  const restored = await updateRestored(tx, ids);
  await recordChanged(tx, restored, "restriction_restored");
  emitChanged(tx, restored);
  return restored;
}
