import { DEFAULT_FILTERS, startingAges } from "#contract/discovery/default-filters.ts";
import type { Filters, FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { heightText, parseHeight, SHOW_ME_CONSENT_VERSION } from "#contract/members/catalog.ts";
import type { Context } from "#server/context.ts";
import {
  findSearchPreferences,
  upsertSearchPreferences,
} from "#server/domains/discovery/search/discovery.statements.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { findCounted } from "#server/domains/training/weeks/training.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { SearchPreferencesRow } from "#server/platform/db/schema/discovery.ts";

const heightOf = (inches: number | null): string | null => (inches === null ? null : heightText(inches));

/**
 * Defaults have ages around the member's own.
 * @param row null if none are stored
 * @param age the member's effective one
 */
export const presentSearchPreferences = (row: SearchPreferencesRow | null, age: number | null): Filters =>
  row ? presentRow(row) : { ...DEFAULT_FILTERS, ...startingAges(age) };

const presentRow = (row: SearchPreferencesRow): Filters => ({
  ageMin: row.age_min,
  ageMax: row.age_max,
  distance: row.distance,
  gender: row.gender,
  lookingFor: row.looking_for,
  heightMin: heightOf(row.height_min),
  heightMax: heightOf(row.height_max),
  interests: row.interests,
  verifiedOnly: row.verified_only,
  sharedTimesOnly: row.shared_times_only,
  sort: row.sort,
});

export async function getSearchPreferences(db: Db, memberId: string): Promise<Filters> {
  const { row, age } = await findSearchPreferences(db, memberId);
  return presentSearchPreferences(row, age);
}

export async function getOwnFilters(db: Db, memberId: string) {
  const [filters, counted] = await Promise.all([getSearchPreferences(db, memberId), findCounted(db, [memberId])]);
  return { filters, hasTimes: (counted.get(memberId)?.coarse ?? 0) !== 0 };
}

function values(change: FiltersUpdate) {
  const { ageMin, ageMax, distance, gender, lookingFor, heightMin, heightMax, interests, sort } = change;
  const { verifiedOnly, sharedTimesOnly } = change;
  return {
    ...(ageMin !== undefined && { age_min: ageMin }),
    ...(ageMax !== undefined && { age_max: ageMax }),
    ...(distance !== undefined && { distance }),
    ...(gender !== undefined && { gender }),
    ...(lookingFor !== undefined && { looking_for: lookingFor }),
    ...(heightMin !== undefined && { height_min: parseHeight(heightMin) }),
    ...(heightMax !== undefined && { height_max: parseHeight(heightMax) }),
    ...(interests !== undefined && { interests }),
    ...(verifiedOnly !== undefined && { verified_only: verifiedOnly }),
    ...(sharedTimesOnly !== undefined && { shared_times_only: sharedTimesOnly }),
    ...(sort !== undefined && { sort }),
  };
}

const NO_CONSENT = { show_me_consent_version: null, show_me_consented_at: null };

/**
 * Set with each choice, so that of two changes at the same moment one applies wholly. The time is that of the first
 * choice by the same text.
 */
function consentValues({ gender, showMeConsent }: FiltersUpdate, stored: SearchPreferencesRow | null, now: Date) {
  if (gender?.length === 0) return NO_CONSENT;
  if (gender === undefined || showMeConsent === undefined) return {};
  const isAgreed = stored?.show_me_consent_version === showMeConsent;
  return { show_me_consent_version: showMeConsent, show_me_consented_at: isAgreed ? stored.show_me_consented_at : now };
}

const recordWithdrawal = (tx: Tx, memberId: string): Promise<void> =>
  recordStatusEvent(tx, { event: "consent_withdrawn", memberId, detail: "show_me" });

/** For a consent that a restore has brought back. Idempotent. Needs the member's lock. */
export async function withdrawShowMe(tx: Tx, memberId: string): Promise<void> {
  const { row } = await findSearchPreferences(tx, memberId);
  if (!row?.show_me_consented_at) return;
  await upsertSearchPreferences(tx, memberId, { gender: [], ...NO_CONSENT }, {});
  await recordWithdrawal(tx, memberId);
  await reindexMember(tx, memberId);
}

/**
 * @throws AppError invalid if a minimum exceeds its maximum, consent_required for a consent to another text than the
 * current
 */
export async function updateSearchPreferences(ctx: Context, memberId: string, change: FiltersUpdate) {
  const { showMeConsent = SHOW_ME_CONSENT_VERSION } = change;
  if (showMeConsent !== SHOW_ME_CONSENT_VERSION) throw AppError.field("consent_required", "showMeConsent");
  const filters = await ctx.transact(async (tx) => {
    await lockMembersShared(tx, memberId);
    // Ages that were shown as the starting ones stay, unless the member changes one of them.
    const areAgesChosen = change.ageMin !== undefined || change.ageMax !== undefined;
    const { age, row: stored } = await findSearchPreferences(tx, memberId);
    const initial = areAgesChosen ? {} : values(startingAges(age));
    const chosen = { ...values(change), ...consentValues(change, stored, ctx.now()) };
    const row = await upsertSearchPreferences(tx, memberId, chosen, initial);
    if (stored?.show_me_consented_at && !row.show_me_consented_at) await recordWithdrawal(tx, memberId);
    if (row.age_min > row.age_max) throw AppError.field("invalid", "ageMin", "The lowest age is above the highest");
    if (row.height_min !== null && row.height_max !== null && row.height_min > row.height_max) {
      throw AppError.field("invalid", "heightMin", "The lowest height is above the highest");
    }
    await reindexMember(tx, memberId);
    return presentRow(row);
  });
  return { message: "Preferences saved", filters };
}
