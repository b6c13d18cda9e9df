import { heightLabel, parseHeight } from "#contract/members/catalog.ts";
import { BAND_ENDS, bandText } from "#contract/members/distance-bands.ts";
import type { Units } from "#web/lib/units.ts";

/** Rounded, so that a kilometer says no more than the mile it stands for. */
const toKilometers = (miles: number): number => Math.round(miles * 1.6);

export const formatDistance = (miles: number, units: Units): string =>
  units === "us" ? `${miles} miles` : `${toKilometers(miles)} km`;

/** The bands are the same in both units. */
export function formatBand(band: string, units: Units): string {
  if (units === "us") return band;
  const index = [...BAND_ENDS.keys(), BAND_ENDS.length].findIndex((one) => bandText(one) === band);
  return index < 0 ? band : bandText(index, BAND_ENDS.map(toKilometers), "km");
}

const CM_PER_INCH = 2.54;

/** '5 ft 10 in' or '178 cm' for `5'10"`. Other text is returned unchanged. */
export function formatHeight(height: string, units: Units): string {
  const inches = parseHeight(height);
  return units === "us" || inches === null ? heightLabel(height) : `${Math.round(inches * CM_PER_INCH)} cm`;
}
