import { INTERESTS } from "#contract/catalog.ts";
import { type CompletionPoint, completionPercent, missingPoints, type ProfileFacts } from "#contract/completion.ts";
import { AGE_MAX, AGE_MIN, INTERESTS_MIN, PROMPTS_MAX } from "#contract/limits.ts";
import { profileUpdate } from "#contract/profile-form.ts";
import type { OwnProfile, ProfileChange } from "#contract/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import { validateForm } from "#web/lib/validate.ts";
import type { Form, FormErrors } from "#web/ui/form.ts";

/** What the editor holds while it is edited: text as typed, three prompts always. */
export interface ProfileValues {
  age: string;
  gender: string;
  height: string;
  bodyType: string;
  location: string;
  /** Longitude, latitude; null where only the text says where it is. */
  coordinates: [number, number] | null;
  locationType: "manual" | "device";
  lookingFor: string;
  bio: string;
  interests: string[];
  prompts: { question: string; answer: string }[];
}

export type ProfileForm = Form<ProfileValues>;

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
 * What is sent: half prompts are left out, and coordinates where there are none.
 * @param before what the form held at first: age and gender are sent where they were changed, since few changes are possible and
 * a birthday may have come meanwhile
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

/** The age as typed, where it can be saved. */
function parseAge({ age }: ProfileValues): number | null {
  const number = Number(age);
  return Number.isInteger(number) && number >= AGE_MIN && number <= AGE_MAX ? number : null;
}

/** What counts towards the profile's completion while it is edited. */
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

/** The one thing to do next. */
export function getNextStep(told: ProfileFacts): string {
  const [first] = missingPoints(told);
  return first ? NEXT_STEP_TEXTS[first] : "Your profile is complete";
}

/** One's own profile with other photos, and what that makes of its completion. */
export function withPhotos(own: OwnProfile, photos: Photo[]): OwnProfile {
  const { age, bio, location, interests, prompts } = own.profile;
  const told = { age, bio, location, photos: photos.length, interests: interests.length, prompts: prompts.length };
  return { ...own, profile: { ...own.profile, photos, completion: completionPercent(told) } };
}

/** One's own profile as it would be with what the form holds. */
export function withValues(own: OwnProfile, values: ProfileValues): OwnProfile {
  const { gender, height, bodyType, location, locationType, lookingFor, bio, interests } = values;
  const plain = { gender, height, bodyType, location, locationType, lookingFor, bio, interests };
  const age = values.age.trim() === "" ? null : Number(values.age);
  return { ...own, profile: { ...own.profile, ...plain, age, prompts: values.prompts.filter(isAnswered) } };
}

/** What is wrong with the form, by the contract's rules. */
export const validateProfile = (values: ProfileValues): FormErrors<ProfileValues> =>
  validateForm(profileUpdate, toProfileChange(values));

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

/** Those of a refusal's messages that are about fields of the form. */
export const pickFieldErrors = (errors: Readonly<Record<string, string>>): FormErrors<ProfileValues> =>
  Object.fromEntries(FORM_FIELDS.flatMap((name) => (errors[name] === undefined ? [] : [[name, errors[name]]])));

const formatTimes = (many: number): string => (many === 1 ? "once more" : `${many} more times`);

/** What is to be known of changes of age and gender, sentence by sentence; nothing where they are not limited. */
export function describeChangeLimits({ changes }: OwnProfile, now: number): string[] {
  if (!changes) return [];
  const fields = [
    ["age", changes.age],
    ["gender", changes.gender],
  ] as const;
  const said = fields.flatMap(([name, { left, nextAt, countsAt }]) => {
    if (countsAt !== null)
      return [`Your new ${name} counts for who sees you from ${formatFutureTime(Date.parse(countsAt), now)}.`];
    return left === 0 && nextAt !== null
      ? [`Your ${name} can change again from ${formatFutureTime(Date.parse(nextAt), now)}.`]
      : [];
  });
  const free = fields.filter(([, { left, countsAt }]) => left > 0 && countsAt === null);
  if (free.length === 0) return said;
  const can = free.map(([name, { left }]) => `${name} ${formatTimes(left)}`).join(" and ");
  return [...said, `You can change your ${can} this year. A change counts for who sees you a day later.`];
}

/** Whether a field cannot be changed just now. What does not count yet can be taken back. */
export const isChangeLocked = ({ changes }: OwnProfile, field: "age" | "gender"): boolean =>
  changes !== undefined && changes[field].left === 0 && changes[field].countsAt === null;
