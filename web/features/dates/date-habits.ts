import { SPORTS, type Sport } from "#contract/sports.ts";
import { session } from "#web/lib/session.ts";

/** What the member planned last, on this device only: it fills in the form of the next workout date. */
export interface DateHabits {
  readonly sport: Sport | undefined;
  /** The latest first. */
  readonly places: readonly string[];
}

const STORAGE_KEY = "dateHabits";
const PLACES_MAX = 3;
const NONE: DateHabits = { sport: undefined, places: [] };

interface StoredHabits {
  readonly me?: unknown;
  readonly sport?: unknown;
  readonly places?: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Habits of another member of this device, and what is no habits at all, count as none. */
export function readHabits(): DateHabits {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as StoredHabits;
    if (stored.me !== session.read()?.user._id) return NONE;
    return {
      sport: SPORTS.find((sport) => sport === stored.sport),
      places: Array.isArray(stored.places) ? stored.places.filter(isText).slice(0, PLACES_MAX) : [],
    };
  } catch {
    return NONE;
  }
}

export function rememberHabits(sport: Sport, place: string): void {
  const isSame = (other: string): boolean => other.toLowerCase() === place.toLowerCase();
  const places = [place, ...readHabits().places.filter((other) => !isSame(other))].slice(0, PLACES_MAX);
  const stored = { me: session.read()?.user._id, sport, places } satisfies StoredHabits;
  localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
}

export const forgetHabits = (): void => localStorage.removeItem(STORAGE_KEY);
