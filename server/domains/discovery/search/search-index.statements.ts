import { startingAges } from "#contract/discovery/default-filters.ts";
import { packWeek } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import {
  genderCode,
  interestsMask,
  lookingForCode,
  showMeCode,
} from "#server/domains/discovery/search/discovery.policy.ts";
import {
  deleteIndexRow,
  deleteResults,
  findIndexable,
  lockIndexed,
  upsertIndexRow,
} from "#server/domains/discovery/search/discovery.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { areaOf, directionOf } from "#server/platform/geo/geo-cells.ts";

/** Updates or deletes a member's row in the search index. Call it in each transaction that changes what the row contains. */
export async function reindexMember(tx: Tx, memberId: string): Promise<void> {
  await lockIndexed(tx, memberId);
  const data = await findIndexable(tx, memberId);
  if (!data) return deleteIndexRow(tx, memberId);
  const starting = startingAges(data.effective_age);
  const at = data.h3_cell === null ? null : directionOf(data.h3_cell);
  await upsertIndexRow(tx, {
    member_id: memberId,
    area: data.h3_cell === null ? null : areaOf(data.h3_cell),
    h3_cell: data.h3_cell,
    x: at?.x ?? null,
    y: at?.y ?? null,
    z: at?.z ?? null,
    gender: genderCode(data.effective_gender),
    age: data.effective_age,
    height: data.height_inches,
    looking_for: lookingForCode(data.looking_for),
    interests: interestsMask(data.interests),
    want_gender: showMeCode(data.want_gender ?? []),
    want_age_min: data.want_age_min ?? starting.ageMin,
    want_age_max: data.want_age_max ?? starting.ageMax,
    is_demo: data.is_demo,
    active_on: data.active_on,
    joined_on: data.joined_on,
    is_verified: data.is_verified,
    is_listed: data.is_listed,
    counted_week: packWeek(data.counted_week),
  });
}

/** Deletes a member from the search index, and their results. */
export async function deleteFromDiscovery(tx: Tx, memberId: string): Promise<void> {
  await deleteIndexRow(tx, memberId);
  await deleteResults(tx, memberId);
}
