import { heightText, parseHeight } from "#contract/catalog.ts";
import { DEFAULT_FILTERS, type Filters, type FiltersChange } from "#contract/filters.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { MatchFilters } from "#server/db/schema/tables.ts";
import { AppError } from "#server/errors.ts";
import { deleteFromDiscovery, reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { deleteFilters, findFilters, upsertFilters } from "#server/modules/discovery/search-preferences.repo.ts";
import { lockMembersShared } from "#server/modules/members/members.service.ts";

const heightOf = (inches: number | null): string | null => (inches === null ? null : heightText(inches));

const present = (row: MatchFilters): Filters => ({
  ageMin: row.age_min,
  ageMax: row.age_max,
  distance: row.distance,
  gender: row.gender,
  lookingFor: row.looking_for,
  heightMin: heightOf(row.height_min),
  heightMax: heightOf(row.height_max),
  interests: row.interests,
});

/** Whom a member wants to see; the defaults where nothing was chosen. */
export async function findPreferences(db: Db, memberId: string): Promise<Filters> {
  const row = await findFilters(db, memberId);
  return row ? present(row) : DEFAULT_FILTERS;
}

/** What a change stores; absent fields are left out. */
function values(change: FiltersChange) {
  const { ageMin, ageMax, distance, gender, lookingFor, heightMin, heightMax, interests } = change;
  return {
    ...(ageMin !== undefined && { age_min: ageMin }),
    ...(ageMax !== undefined && { age_max: ageMax }),
    ...(distance !== undefined && { distance }),
    ...(gender !== undefined && { gender }),
    ...(lookingFor !== undefined && { looking_for: lookingFor }),
    ...(heightMin !== undefined && { height_min: parseHeight(heightMin) }),
    ...(heightMax !== undefined && { height_max: parseHeight(heightMax) }),
    ...(interests !== undefined && { interests }),
  };
}

/** Changes whom a member wants to see. @throws AppError invalid, where a kept bound and a new one cross */
export async function updatePreferences(ctx: Context, memberId: string, change: FiltersChange) {
  const filters = await ctx.transact(async (tx) => {
    await lockMembersShared(tx, memberId);
    const row = await upsertFilters(tx, memberId, values(change));
    if (row.age_min > row.age_max) throw AppError.field("invalid", "ageMin", "The lowest age is above the highest");
    if (row.height_min !== null && row.height_max !== null && row.height_min > row.height_max) {
      throw AppError.field("invalid", "heightMin", "The lowest height is above the highest");
    }
    await reindexMember(tx, memberId);
    return present(row);
  });
  return { message: "Preferences saved", filters };
}

/** Forgets what a member who goes has looked for, and takes them out of browsing. Needs their profile's lock. */
export async function deleteDiscoveryData(tx: Tx, memberId: string): Promise<void> {
  await deleteFilters(tx, memberId);
  await deleteFromDiscovery(tx, memberId);
}
