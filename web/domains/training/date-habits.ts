import { SPORTS, type Sport } from "#contract/training/sports.ts";
import { session } from "#web/lib/session.ts";

export interface UsualTime {
  /** Monday is 0. */
  readonly weekday: number;
  /** 'HH:MM', by the clocks of the place. */
  readonly time: string;
}

/** On this device only. They fill in the form of the next workout date. */
export interface DateHabits {
  readonly sport: Sport | undefined;
  /** The latest first. */
  readonly places: readonly string[];
  readonly times: readonly UsualTime[];
}

const STORAGE_KEY = "dateHabits";
const KEPT_MAX = 3;
const NONE: DateHabits = { sport: undefined, places: [], times: [] };

interface StoredHabits {
  readonly me?: unknown;
  readonly sport?: unknown;
  readonly places?: unknown;
  readonly times?: unknown;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isUsualTime = (value: unknown): value is UsualTime => {
  const { weekday, time } = (value ?? {}) as { weekday?: unknown; time?: unknown };
  return Number.isInteger(weekday) && isText(time) && /^\d\d:\d\d$/.test(time);
};

const keep = <T>(list: unknown, isOne: (value: unknown) => value is T): T[] =>
  Array.isArray(list) ? list.filter(isOne).slice(0, KEPT_MAX) : [];

/** Habits of another member of this device, and malformed ones, count as none. */
export function readHabits(): DateHabits {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as StoredHabits;
    if (stored.me !== session.read()?.user._id) return NONE;
    return {
      sport: SPORTS.find((sport) => sport === stored.sport),
      places: keep(stored.places, isText),
      times: keep(stored.times, isUsualTime),
    };
  } catch {
    return NONE;
  }
}

export function rememberHabits(sport: Sport, place: string, times: readonly UsualTime[]): void {
  const earlier = readHabits();
  const isSame = (other: string): boolean => other.toLowerCase() === place.toLowerCase();
  const isNew = ({ weekday, time }: UsualTime) => !times.some((one) => one.weekday === weekday && one.time === time);
  const stored = {
    me: session.read()?.user._id,
    sport,
    places: [place, ...earlier.places.filter((other) => !isSame(other))].slice(0, KEPT_MAX),
    times: [...times, ...earlier.times.filter(isNew)].slice(0, KEPT_MAX),
  } satisfies StoredHabits;
  localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
}

export const forgetHabits = (): void => localStorage.removeItem(STORAGE_KEY);
