import type { ProfileChange } from "#contract/profiles.ts";
import type { Geocoder, LatLng } from "#server/adapters/geocoder.ts";
import type { Profile } from "#server/db/schema/tables.ts";
import { AppError } from "#server/errors.ts";
import { centreOf, resolutionAt, snap } from "#server/geo/geo-cells.ts";
import type { ProfileValues } from "#server/modules/profiles/profiles.repo.ts";

/** Changes of place that one member may make in a day: whoever moves to look around learns little. */
const CHANGES_A_DAY = 20;

/** What a change says of the place: nothing, that there is none, or where it is. */
interface PlaceChange {
  readonly point: LatLng | null;
  readonly text: string | undefined;
  readonly type: "manual" | "device";
}

/** Reads the place out of a change; undefined where it says nothing new. Text without coordinates is looked up. */
function readChange(change: ProfileChange, profile: Profile, places: Geocoder): PlaceChange | undefined {
  const text = change.location === undefined ? undefined : (change.location ?? "");
  const type = change.locationType ?? "manual";
  if (change.coordinates) {
    const [lng, lat] = change.coordinates.coordinates;
    return { point: { lat, lng }, text, type };
  }
  if (text === "" || (change.coordinates === null && (text ?? profile.location) === ""))
    return { point: null, text, type };
  const sameText = text === undefined || text === profile.location;
  if (sameText && change.coordinates === undefined) return undefined;
  if (sameText && profile.h3_cell !== null && text !== undefined && type === profile.location_type) return undefined;
  return { point: places.find(text ?? profile.location) ?? null, text, type: "manual" };
}

function countChange(profile: Profile, today: string, limited: boolean): ProfileValues {
  const changes = profile.location_changes_date === today ? profile.location_changes_today + 1 : 1;
  if (limited && changes > CHANGES_A_DAY) {
    const refusal = new AppError("location_rate_limit");
    refusal.retryAfter = Math.ceil((Date.parse(`${today}T24:00:00Z`) - Date.now()) / 1000);
    throw refusal;
  }
  return { location_changes_date: today, location_changes_today: changes };
}

/**
 * What a change of place stores: the cell, never the point. A place read from a device is named after its cell, so that
 * the name tells no more than the cell does, and so is a ZIP code; other text stays as typed.
 * @param today `YYYY-MM-DD`
 * @throws AppError location_rate_limit
 */
export function locationValues(
  change: ProfileChange,
  profile: Profile,
  places: Geocoder,
  { today, limited }: { today: string; limited: boolean },
): ProfileValues {
  const place = readChange(change, profile, places);
  if (!place) return {};
  const cell = place.point && snap(place.point, resolutionAt(places, place.point), profile.h3_cell);
  const isCode = /^[\d\s-]+$/.test(place.text ?? "");
  const named = cell !== null && (place.type === "device" || isCode) ? places.nameOf(centreOf(cell)) : undefined;
  const location = named ?? place.text;
  return {
    ...(location !== undefined && { location }),
    location_type: place.type,
    h3_cell: cell,
    // Taking a place back is always possible, and tells nothing.
    ...(cell !== null && cell !== profile.h3_cell && countChange(profile, today, limited)),
  };
}
