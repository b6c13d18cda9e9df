import { LEVELED_SPORTS_MAX } from "#contract/limits.ts";
import type { INTERESTS } from "#contract/members/catalog.ts";
import { LEVEL_MAX } from "#contract/members/catalog.ts";
import type { Sport } from "#contract/training/sports.ts";
import type { LeveledSport } from "#contract/training/training-form.ts";
import { DAY_PARTS } from "#contract/training/training-week.ts";
import { DEMO_LOGIN, type DemoMember } from "#demo/members/members.ts";

const [MON, TUE, WED, THU, FRI, SAT, SUN] = [0, 1, 2, 3, 4, 5, 6];
const [EARLY, MORNING, MIDDAY, AFTERNOON, AFTER_WORK, EVENING] = [0, 1, 2, 3, 4, 5];

const on = (days: readonly number[], ...parts: readonly number[]): number[] =>
  days.flatMap((day) => parts.map((part) => day * DAY_PARTS.length + part));

/** Weeks of people who train, from twice a week to every day. */
const HABITS: readonly (readonly number[])[] = [
  [...on([MON, WED, FRI], EARLY), ...on([SAT], MORNING)],
  [...on([TUE, THU], AFTER_WORK), ...on([SUN], MORNING)],
  [...on([MON, TUE, THU], AFTER_WORK), ...on([SAT], MIDDAY)],
  on([SAT, SUN], MORNING, MIDDAY),
  [...on([MON, TUE, WED, THU, FRI], EARLY), ...on([SUN], MORNING)],
  on([TUE, FRI], MIDDAY),
  [...on([MON, WED], EVENING), ...on([SAT], AFTERNOON)],
  [...on([TUE, THU], EARLY), ...on([TUE], AFTER_WORK), ...on([SAT], EARLY, MORNING)],
  on([WED, SUN], AFTER_WORK, EVENING),
  // More coarse parts than count.
  [...on([MON, THU], EARLY, MIDDAY, EVENING), ...on([SAT, SUN], MORNING, AFTERNOON)],
];

const SPORTS: Readonly<Partial<Record<(typeof INTERESTS)[number], Sport>>> = {
  Weightlifting: "strength",
  Powerlifting: "strength",
  "Olympic Lifting": "strength",
  Bodybuilding: "strength",
  Calisthenics: "strength",
  CrossFit: "class",
  HIIT: "class",
  "Group Classes": "class",
  Running: "run",
  Cycling: "ride",
  "Spin Classes": "ride",
  Swimming: "swim",
  Yoga: "yoga",
  Pilates: "yoga",
  Boxing: "boxing",
  MMA: "boxing",
  "Martial Arts": "boxing",
  "Rock Climbing": "climb",
  Hiking: "hike",
  Dance: "dance",
  Tennis: "racket",
};

interface DemoTraining {
  readonly parts: number[];
  readonly sports: LeveledSport[];
}

/** Early on four days, yoga on Sundays, as his bio says. */
const OF_LOGIN: DemoTraining = {
  parts: [...on([MON, TUE, THU, FRI], EARLY), ...on([SAT], MORNING), ...on([SUN], MIDDAY)],
  sports: [
    { sport: "strength", level: 4 },
    { sport: "run", level: 2 },
    { sport: "yoga", level: 1 },
  ],
};

/** A number that is the same for the same text. */
const numberOf = (text: string): number => [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_521, 7);

/** The same each time; undefined for one in six. */
export function trainingOf({
  username,
  interests,
}: Pick<DemoMember, "username" | "interests">): DemoTraining | undefined {
  if (username === DEMO_LOGIN.username) return OF_LOGIN;
  const number = numberOf(username);
  if (number % 6 === 0) return undefined;
  const sports = [...new Set(interests.flatMap((interest) => SPORTS[interest] ?? []))].slice(0, LEVELED_SPORTS_MAX);
  return {
    parts: [...(HABITS[number % HABITS.length] ?? [])],
    sports: sports.map((sport) => ({ sport, level: 1 + (numberOf(username + sport) % LEVEL_MAX) })),
  };
}
