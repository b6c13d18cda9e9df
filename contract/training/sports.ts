export const SPORTS = [
  "run",
  "ride",
  "swim",
  "strength",
  "climb",
  "yoga",
  "hike",
  "boxing",
  "racket",
  "row",
  "dance",
  "class",
] as const;
export type Sport = (typeof SPORTS)[number];

interface SportTexts {
  readonly label: string;
  /** Within a sentence: "Go for a run". */
  readonly noun: string;
  /** Outdoors light matters. */
  readonly isOutdoors: boolean;
}

export const SPORT_TEXTS: Readonly<Record<Sport, SportTexts>> = {
  run: { label: "Run", noun: "a run", isOutdoors: true },
  ride: { label: "Ride", noun: "a ride", isOutdoors: true },
  swim: { label: "Swim", noun: "a swim", isOutdoors: false },
  strength: { label: "Strength", noun: "a strength session", isOutdoors: false },
  climb: { label: "Climb", noun: "a climb", isOutdoors: false },
  yoga: { label: "Yoga", noun: "yoga", isOutdoors: false },
  hike: { label: "Hike", noun: "a hike", isOutdoors: true },
  boxing: { label: "Boxing", noun: "boxing", isOutdoors: false },
  racket: { label: "Racket sport", noun: "a game", isOutdoors: false },
  row: { label: "Row", noun: "a row", isOutdoors: true },
  dance: { label: "Dance", noun: "a dance", isOutdoors: false },
  class: { label: "Class", noun: "a class", isOutdoors: false },
};

/** To talk, or to work hard. */
export const EFFORTS = ["chatty", "steady", "hard"] as const;
export type Effort = (typeof EFFORTS)[number];
export const EFFORT_LABELS: Readonly<Record<Effort, string>> = { chatty: "Chatty", steady: "Steady", hard: "Hard" };
