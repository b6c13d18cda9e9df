import { AGE_MAX, AGE_MIN, INTERESTS_MIN, PROMPTS_MAX } from "#contract/limits.ts";
import { INTERESTS, NOT_SEEN_WITHOUT_GENDER } from "#contract/members/catalog.ts";
import {
  type CompletionPoint,
  completionPercent,
  missingPoints,
  type ProfileFacts,
} from "#contract/members/completion.ts";
import type { OwnProfile, ProfileChange } from "#contract/members/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { plural } from "#contract/words.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import type { Form, FormErrors } from "#web/ui/form.ts";

/** Numbers as typed, always three prompts. */
export interface ProfileValues {
  age: string;
  gender: string;
  height: string;
  bodyType: string;
  location: string;
  /** Longitude and latitude; null if the location is only a text. */
  coordinates: [number, number] | null;
  locationType: "manual" | "device";
  lookingFor: string;
  bio: string;
  interests: string[];
  prompts: { question: string; answer: string }[];
}

export type ProfileForm = Form<ProfileValues>;

export const LOCATION_FIELDS = [
  "location",
  "coordinates",
  "locationType",
] as const satisfies readonly (keyof ProfileValues)[];

export function toFormValues({ profile }: OwnProfile): ProfileValues {
  const { age, gender, height, bodyType, location, coordinates, locationType, lookingFor, bio, interests } = profile;
  return {
    age: age === null ? "" : String(age),
    gender,
    height,
    bodyType,
    location,
    coordinates: coordinates?.coordinates ?? null,
    locationType,
    lookingFor,
    bio,
    interests,
    prompts: Array.from({ length: PROMPTS_MAX }, (_, i) => profile.prompts[i] ?? { question: "", answer: "" }),
  };
}

const isAnswered = ({ question, answer }: { question: string; answer: string }): boolean =>
  question !== "" && answer.trim() !== "";

/**
 * Without incomplete prompts and missing coordinates.
 * @param before the initial values. Age and gender are sent only if they differ: changes are limited, and the age may
 * have increased meanwhile
 */
export function toProfileChange(
  { age, gender, coordinates, interests, prompts, ...values }: ProfileValues,
  before?: ProfileValues,
): ProfileChange {
  return {
    ...values,
    interests: INTERESTS.filter((interest) => interests.includes(interest)),
    ...(age !== before?.age && { age: age.trim() === "" ? null : Number(age) }),
    ...(gender !== before?.gender && { gender }),
    ...(coordinates && { coordinates: { type: "Point", coordinates } }),
    prompts: prompts.filter(isAnswered),
  };
}

export const toLocationChange = ({ location, coordinates, locationType }: ProfileValues): ProfileChange => ({
  location,
  locationType,
  ...(coordinates && { coordinates: { type: "Point", coordinates } }),
});

/** Null if it is invalid. */
function parseAge({ age }: ProfileValues): number | null {
  const number = Number(age);
  return Number.isInteger(number) && number >= AGE_MIN && number <= AGE_MAX ? number : null;
}

/** While editing. */
export const toCompletionInput = (values: ProfileValues, photos: number): ProfileFacts => ({
  age: parseAge(values),
  bio: values.bio,
  location: values.location,
  photos,
  interests: values.interests.length,
  prompts: values.prompts.filter(isAnswered).length,
});

const NEXT_STEP_TEXTS: Record<CompletionPoint, string> = {
  photo: "Next: add a photo",
  age: "Next: add your age",
  location: "Next: add your location",
  bio: "Next: write your bio",
  interests: `Next: pick ${INTERESTS_MIN} interests`,
  prompt: "Next: answer one prompt",
};

export const NO_GENDER_HINT = `${NOT_SEEN_WITHOUT_GENDER} until you choose.`;

/** Gender comes first although it is no point: without it, a search for a gender does not find the profile. */
export function getNextStep(facts: ProfileFacts, gender: string): string {
  if (gender === "") return "Next: add your gender";
  const [first] = missingPoints(facts);
  return first ? NEXT_STEP_TEXTS[first] : "Your profile is complete";
}

export function withPhotos(own: OwnProfile, photos: Photo[]): OwnProfile {
  const { age, bio, location, interests, prompts } = own.profile;
  const facts = { age, bio, location, photos: photos.length, interests: interests.length, prompts: prompts.length };
  return { ...own, profile: { ...own.profile, photos, completion: completionPercent(facts) } };
}

export function withValues(own: OwnProfile, values: ProfileValues): OwnProfile {
  const { gender, height, bodyType, location, locationType, lookingFor, bio, interests } = values;
  const unchanged = { gender, height, bodyType, location, locationType, lookingFor, bio, interests };
  const age = values.age.trim() === "" ? null : Number(values.age);
  return { ...own, profile: { ...own.profile, ...unchanged, age, prompts: values.prompts.filter(isAnswered) } };
}

const FORM_FIELDS = [
  "age",
  "gender",
  "height",
  "bodyType",
  "location",
  "lookingFor",
  "bio",
  "interests",
  "prompts",
] as const satisfies readonly (keyof ProfileValues)[];

export const pickFieldErrors = (errors: Readonly<Record<string, string>>): FormErrors<ProfileValues> =>
  Object.fromEntries(FORM_FIELDS.flatMap((name) => (errors[name] === undefined ? [] : [[name, errors[name]]])));

const formatTimes = (count: number): string => plural(count, "once more", `${count} more times`);

/** Empty without limits. */
export function describeChangeLimits({ changes }: OwnProfile, now: number): string[] {
  if (!changes) return [];
  const fields = [
    ["age", changes.age],
    ["gender", changes.gender],
  ] as const;
  const pending = fields.flatMap(([name, { left, nextAt, countsAt }]) => {
    if (countsAt !== null)
      return [`Your new ${name} counts for who sees you from ${formatFutureTime(Date.parse(countsAt), now)}.`];
    return left === 0 && nextAt !== null
      ? [`Your ${name} can change again from ${formatFutureTime(Date.parse(nextAt), now)}.`]
      : [];
  });
  const free = fields.filter(([, { left, countsAt }]) => left > 0 && countsAt === null);
  if (free.length === 0) return pending;
  const changeable = free.map(([name, { left }]) => `${name} ${formatTimes(left)}`).join(" and ");
  return [...pending, `You can change your ${changeable} this year. A change counts for who sees you a day later.`];
}

/** A change that is not effective yet can be reverted. */
export const isChangeLocked = ({ changes }: OwnProfile, field: "age" | "gender"): boolean =>
  changes !== undefined && changes[field].left === 0 && changes[field].countsAt === null;
