import { LEVEL_MAX } from "#contract/members/catalog.ts";
import type { Sport } from "#contract/training/sports.ts";
import type { Workout } from "#web/screens/profile-editor/training/files/workout.ts";

export interface SuggestedLevel {
  readonly sport: Sport;
  /** From 1 to `LEVEL_MAX`. */
  readonly level: number;
  /** In km/h. */
  readonly speed: number;
}

/** Fewer workouts suggest nothing. */
const WORKOUTS_MIN = 3;

interface Rule {
  readonly sport: Sport;
  /** The speeds in km/h from which on the second and each further level is suggested. */
  readonly speeds: readonly number[];
  /** Workouts with other speeds were something else, such as a walk, or measured badly. */
  readonly plausible: readonly [from: number, to: number];
  /** Shorter workouts say nothing. */
  readonly minutes: number;
  /** Only the slower half counts: a member who races once a week runs with others at the pace of the other days. */
  readonly isEasyHalf: boolean;
}

/** Minutes and seconds a kilometer, in km/h. */
const pace = (minutes: number, seconds: number): number => 3600 / (minutes * 60 + seconds);

const RULES: readonly Rule[] = [
  {
    sport: "run",
    speeds: [pace(7, 0), pace(6, 15), pace(5, 30), pace(4, 45)],
    plausible: [5, 25],
    minutes: 5,
    isEasyHalf: true,
  },
  { sport: "ride", speeds: [20, 24, 28, 32], plausible: [6, 60], minutes: 15, isEasyHalf: false },
];

/** For sports with a meaningful speed, from enough workouts with a distance. */
export function suggestLevels(workouts: readonly Workout[]): readonly SuggestedLevel[] {
  return RULES.flatMap(({ sport, speeds, plausible: [from, to], minutes, isEasyHalf }) => {
    const ascending = workouts
      .filter((one) => one.sport === sport && one.seconds >= minutes * 60)
      .map(({ meters, seconds }) => (meters / seconds) * 3.6)
      .filter((speed) => speed >= from && speed <= to)
      .sort((a, b) => a - b);
    if (ascending.length < WORKOUTS_MIN) return [];
    const speed = median(isEasyHalf ? ascending.slice(0, Math.ceil(ascending.length / 2)) : ascending);
    const level = Math.min(LEVEL_MAX, 1 + speeds.filter((one) => speed >= one).length);
    return [{ sport, level, speed }];
  });
}

function median(ascending: readonly number[]): number {
  const middle = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2;
}
