import type { Sport } from "#contract/training/sports.ts";

/** The numbers of the FIT profile's type `sport`. */
const FIT_SPORTS: ReadonlyMap<number, Sport> = new Map<number, Sport>([
  [1, "run"],
  [2, "ride"],
  [5, "swim"],
  [8, "racket"],
  [10, "class"],
  [15, "row"],
  [16, "hike"],
  [17, "hike"],
  [21, "ride"],
  [31, "climb"],
  [47, "boxing"],
  [48, "climb"],
  [62, "class"],
  [64, "racket"],
  [80, "boxing"],
  [83, "dance"],
]);

/** Only those that are more specific than the sport, such as yoga in a training. */
const FIT_SUB_SPORTS: ReadonlyMap<number, Sport> = new Map<number, Sport>([
  [1, "run"],
  [5, "ride"],
  [6, "ride"],
  [14, "row"],
  [20, "strength"],
  [43, "yoga"],
  [44, "yoga"],
  [45, "run"],
  [68, "climb"],
  [69, "climb"],
  [70, "class"],
]);

/** FIT sports that are no training: the change between two sports, flying, motors, hunting, parachutes, meditation. */
const FIT_PASTIMES: ReadonlySet<number> = new Set([3, 20, 22, 23, 24, 28, 29, 34, 36, 46, 67]);

export const isFitTraining = (sport: number | undefined): boolean => sport === undefined || !FIT_PASTIMES.has(sport);

export const sportOfFit = (sport: number | undefined, subSport: number | undefined): Sport | undefined =>
  FIT_SUB_SPORTS.get(subSport ?? 0) ?? FIT_SPORTS.get(sport ?? 0);

/** Words of the names that devices and apps write into GPX and TCX files. */
const WORDS: ReadonlyMap<string, Sport> = new Map(
  Object.entries({
    run: "run running jogging treadmill",
    ride: "ride cycling biking bike mtb spinning",
    swim: "swim swimming",
    strength: "strength weight weights weightlifting weighttraining crossfit gym",
    climb: "climb climbing bouldering rockclimbing",
    yoga: "yoga pilates",
    hike: "hike hiking mountaineering",
    boxing: "boxing kickboxing",
    racket: "tennis squash badminton padel pickleball racquetball",
    row: "row rowing",
    dance: "dance dancing",
    class: "workout training cardio aerobics hiit",
  } satisfies Record<Sport, string>).flatMap(([sport, words]) =>
    words.split(" ").map((word) => [word, sport as Sport] as const),
  ),
);
/** Early exports of Strava have these instead of a name. */
const NUMBERS: ReadonlyMap<string, Sport> = new Map<string, Sport>([
  ["1", "ride"],
  ["4", "hike"],
  ["9", "run"],
]);

/** `Biking`, `trail_running` or `VirtualRide`: the first known word decides. */
export function sportOfName(name: string): Sport | undefined {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  // "Strength training" and "stair climbing": the first word decides.
  if (words.includes("stair")) return undefined;
  return NUMBERS.get(name) ?? words.map((word) => WORDS.get(word)).find((sport) => sport !== undefined);
}
