/** The fixed lists and prices of the product. */

export const GENDERS = ["Man", "Woman"] as const;
export type Gender = (typeof GENDERS)[number];

/** The genders to search for, as labelled on the chips. */
export const SHOW_ME = ["Men", "Women"] as const;

/** Show Me without a gender, as an answer: it searches like no choice, which is the default. */
export const SHOW_EVERYONE = "Everyone";
export const SHOW_ME_CHOICES = [...SHOW_ME, SHOW_EVERYONE] as const;
/** The version of the text by which members agree to what their choice may say about them. Raise it with every change. */
export const SHOW_ME_CONSENT_VERSION = 1;

export const LOOKING_FOR = [
  "Long-term relationship",
  "Workout partner",
  "Something casual",
  "Not sure yet",
  "New gym buddies",
] as const;

/** The body type of a member who does not state one. Profiles do not show it. */
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

/** How somebody trains in a sport, from 1 to 5. */
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

/** The heights to choose from, `4'0"` to `7'0"`. */
export const HEIGHTS: readonly string[] = Array.from({ length: TALLEST_INCHES - SHORTEST_INCHES + 1 }, (_, i) =>
  heightText(SHORTEST_INCHES + i),
);

/** A height for people: `5'10"` is '5 ft 10 in'. Other text is returned unchanged. */
export const heightLabel = (height: string): string => height.replace(/^(\d)'(\d{1,2})"$/, "$1 ft $2 in");

export interface CrushPackage {
  readonly id: string;
  readonly name: string;
  readonly crushes: number;
  readonly priceCents: number;
  readonly note?: string;
  readonly popular?: true;
}

export const PACKAGES: readonly CrushPackage[] = [
  { id: "starter", name: "Starter Pack", crushes: 5, priceCents: 499 },
  { id: "power", name: "Power Pack", crushes: 15, priceCents: 999, note: "33% off", popular: true },
  { id: "athlete", name: "Athlete Bundle", crushes: 30, priceCents: 1499, note: "50% off" },
  { id: "champion", name: "Champion Bundle", crushes: 60, priceCents: 2499, note: "58% off" },
];

/** The subscription's monthly price. */
export const SUBSCRIPTION_PRICE_CENTS = 2999;

/** Why a member is reported. */
export const REPORT_REASONS = [
  "Fake profile or someone else's photos",
  "Spam or a scam",
  "Harassment or threats",
  "Hate or discrimination",
  "Nudity or sexual content",
  "Seems to be under 18",
  "Someone is in danger",
  "Something else",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** The subjects of a contact message. */
export const CONTACT_SUBJECTS = [
  "General Inquiry",
  "Technical Support",
  "Account Issue",
  "Safety Concern",
  "Feature Request",
  "Bug Report",
  "Other",
] as const;
