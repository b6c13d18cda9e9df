import { formatAlternatives } from "#contract/format.ts";

/** The fixed lists that profiles and filters choose from. */

/**
 * A `code` is the gender's number in the search index, where 0 is unknown or anyone: it never changes, and is not used
 * again.
 */
export const GENDER_TABLE = [
  { value: "Man", code: 1, showMe: "Men" },
  { value: "Woman", code: 2, showMe: "Women" },
] as const;
export type Gender = (typeof GENDER_TABLE)[number]["value"];
export const GENDERS: readonly Gender[] = GENDER_TABLE.map(({ value }) => value);

/** As labelled on the chips. */
export const SHOW_ME = GENDER_TABLE.map(({ showMe }) => showMe);

/** Begins a sentence on the cost of an open gender. */
export const NOT_SEEN_WITHOUT_GENDER = `Members who chose ${formatAlternatives(SHOW_ME)} do not see you`;

/** As an answer to Show Me: it searches like no choice, which is the default. */
export const SHOW_EVERYONE = "Everyone";
export const SHOW_ME_CHOICES = [...SHOW_ME, SHOW_EVERYONE] as const;
/** Members agree by the text to what their choice may say about them. Raise it with every change. */
export const SHOW_ME_CONSENT_VERSION = 1;

export const GOAL_TABLE = [
  { value: "Long-term relationship", code: 1 },
  { value: "Workout partner", code: 2 },
  { value: "Something casual", code: 3 },
  { value: "Not sure yet", code: 4 },
  { value: "New gym buddies", code: 5 },
] as const;
export type Goal = (typeof GOAL_TABLE)[number]["value"];
export const LOOKING_FOR: readonly Goal[] = GOAL_TABLE.map(({ value }) => value);

/** Profiles do not show it. */
export const UNSTATED_BODY_TYPE = "Prefer not to say";

export const BODY_TYPES = [
  "Slim",
  "Athletic",
  "Muscular",
  "Fit",
  "Toned",
  "Average",
  "Curvy",
  "Full Figured",
  UNSTATED_BODY_TYPE,
] as const;

export const INTERESTS = [
  "Weightlifting",
  "CrossFit",
  "Running",
  "Cycling",
  "Swimming",
  "Yoga",
  "Pilates",
  "Boxing",
  "MMA",
  "Rock Climbing",
  "Hiking",
  "Dance",
  "Bodybuilding",
  "Powerlifting",
  "Olympic Lifting",
  "Calisthenics",
  "HIIT",
  "Spin Classes",
  "Martial Arts",
  "Tennis",
  "Basketball",
  "Soccer",
  "Volleyball",
  "Nutrition",
  "Meal Prep",
  "Meditation",
  "Outdoor Activities",
  "Adventure Sports",
  "Functional Fitness",
  "Group Classes",
  "Personal Training",
] as const;

export const PROMPTS = [
  "My ideal workout partner would...",
  "My fitness goals are...",
  "After the gym, you'll find me...",
  "My favorite way to stay active is...",
  "I'm looking for someone who...",
  "My rest day looks like...",
  "The best thing about fitness is...",
  "My gym pet peeve is...",
  "My proudest fitness achievement is...",
  "My pre-workout ritual includes...",
] as const;

export type Prompt = (typeof PROMPTS)[number];
export const isPrompt = (question: string): question is Prompt => (PROMPTS as readonly string[]).includes(question);

/** From 1 to 5. */
export const LEVEL_LABELS = ["Just starting", "Easy", "Steady", "Strong", "Racing"] as const;
export const LEVEL_MAX = LEVEL_LABELS.length;

const SHORTEST_INCHES = 48;
const TALLEST_INCHES = 84;

/** Inches as stored and sent: 70 is `5'10"`. */
export const heightText = (inches: number): string => `${Math.floor(inches / 12)}'${inches % 12}"`;

/** Parses a value of `HEIGHTS` into inches; null for no text. */
export function parseHeight(text: string | null | undefined): number | null {
  const [, feet, inches] = /^(\d)'(\d{1,2})"$/.exec(text ?? "") ?? [];
  return feet === undefined ? null : Number(feet) * 12 + Number(inches);
}

/** From `4'0"` to `7'0"`. */
export const HEIGHTS: readonly string[] = Array.from({ length: TALLEST_INCHES - SHORTEST_INCHES + 1 }, (_, i) =>
  heightText(SHORTEST_INCHES + i),
);

/** A height for people: `5'10"` is '5 ft 10 in'. Other text is returned unchanged. */
export const heightLabel = (height: string): string => height.replace(/^(\d)'(\d{1,2})"$/, "$1 ft $2 in");
