import { useSyncExternalStore } from "react";
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
