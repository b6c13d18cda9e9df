import { useSyncExternalStore } from "react";
import { heightLabel, parseHeight } from "#contract/members/catalog.ts";
import { BAND_ENDS, bandText } from "#contract/members/distance-bands.ts";
import { createStorageListeners } from "#web/lib/store.ts";

export type Units = "metric" | "us";
/** `automatic` is stored as the absence of a choice. */
export type UnitsChoice = "automatic" | Units;

const STORAGE_KEY = "units";
const listeners = createStorageListeners();

const MILES_REGIONS: readonly (string | undefined)[] = ["US", "GB", "LR", "MM"];

/**
 * For a language such as `de-AT`. One without a region has its most likely one. Browsers may report an invalid tag,
 * such as `en-US@posix`.
 */
export function unitsOf(language: string): Units {
  try {
    return MILES_REGIONS.includes(new Intl.Locale(language).maximize().region) ? "us" : "metric";
  } catch {
    return "us";
  }
}

function readChoice(): UnitsChoice {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === "metric" || stored === "us" ? stored : "automatic";
}

function readUnits(): Units {
  const choice = readChoice();
  return choice === "automatic" ? unitsOf(navigator.language) : choice;
}

export function chooseUnits(choice: UnitsChoice): void {
  if (choice === "automatic") localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, choice);
  listeners.notify();
}

export const useUnitsChoice = (): UnitsChoice =>
  useSyncExternalStore(listeners.subscribe, readChoice, () => "automatic");
/** The server knows miles and inches only. */
export const useUnits = (): Units => useSyncExternalStore(listeners.subscribe, readUnits, () => "us");

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
