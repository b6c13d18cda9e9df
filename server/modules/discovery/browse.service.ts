import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { areaOf, directionOf } from "#server/geo/geo-cells.ts";
import { genderCode, interestsMask, lookingForCode, showMeCode } from "#server/modules/discovery/browse.codes.ts";
import {
  deleteRow,
  findDiscoverable,
  lockDiscoverable,
  touchRow,
  upsertRow,
} from "#server/modules/discovery/browse.repo.ts";
import { deleteOldRankings, deleteRankings } from "#server/modules/discovery/ranking.repo.ts";

/**
 * Brings a member's row in `browse` up to date with what it is made of, or takes it out. Called by whoever changed any of
 * that, in the same transaction.
 */
export async function refresh(tx: Tx, memberId: string): Promise<void> {
  await lockDiscoverable(tx, memberId);
  const told = await findDiscoverable(tx, memberId);
  if (!told) return deleteRow(tx, memberId);
  const at = told.cell === null ? null : directionOf(told.cell);
  await upsertRow(tx, {
    member_id: memberId,
    area: told.cell === null ? null : areaOf(told.cell),
    cell: told.cell,
    x: at?.x ?? null,
    y: at?.y ?? null,
    z: at?.z ?? null,
    gender: genderCode(told.counted_gender),
    age: told.counted_age,
    height: told.height_inches,
    looking_for: lookingForCode(told.looking_for),
    interests: interestsMask(told.interests),
    want_gender: showMeCode(told.want_gender ?? []),
    want_age_min: told.want_age_min ?? FILTER_AGE_MIN,
    want_age_max: told.want_age_max ?? FILTER_AGE_MAX,
    is_demo: told.is_demo,
    active_on: told.active_on,
  });
}

/** Notes that a member is here today. */
export const noteActiveDay = (db: Db, memberId: string): Promise<void> => touchRow(db, memberId);

/** Throws away ranked lists that are kept no more. */
export const sweepDiscovery = (tx: Tx): Promise<void> => deleteOldRankings(tx);

/** Takes a member who goes out of browsing, and throws away what was ranked for them. */
export async function forgetBrowse(tx: Tx, memberId: string): Promise<void> {
  await deleteRow(tx, memberId);
  await deleteRankings(tx, memberId);
}
