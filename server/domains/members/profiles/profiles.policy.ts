import { DAY_MS } from "#contract/durations.ts";
import type { MemberLimitCode } from "#contract/errors.ts";
import { AGE_CHANGES_A_YEAR, AGE_MAX, GENDER_CHANGES_A_YEAR } from "#contract/limits.ts";
import { ageOn } from "#contract/members/age.ts";
import { parseHeight } from "#contract/members/catalog.ts";
import { completionPercent } from "#contract/members/completion.ts";
import type { ProfileChange } from "#contract/members/profiles.ts";
import type { Profile } from "#server/platform/db/schema/profiles.ts";

/** Names that differ only in case, width or spaces have the same key. */
export const usernameKey = (username: string): string => username.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");

/** Spaces in a row are one. */
export const tidyUsername = (username: string): string => username.replace(/\s+/g, " ");

/** Absent fields are left out. Half-answered prompts are dropped. */
export function plainValues(change: ProfileChange) {
  const { age, gender, height, bodyType, bio, interests, lookingFor, prompts } = change;
  return {
    ...(age !== undefined && { age: age === "" ? null : age }),
    ...(gender !== undefined && { gender: gender || null }),
    ...(height !== undefined && { height_inches: parseHeight(height) }),
    ...(bodyType !== undefined && { body_type: bodyType || null }),
    ...(bio !== undefined && { bio: bio ?? "" }),
    ...(interests !== undefined && { interests: interests ?? [] }),
    ...(lookingFor !== undefined && { looking_for: lookingFor || null }),
    ...(prompts !== undefined && {
      prompts: (prompts ?? []).filter(({ question, answer }) => question !== "" && answer !== ""),
    }),
  };
}

export const completionWith = (profile: Profile, photos: number): number =>
  completionPercent({
    age: profile.age,
    bio: profile.bio,
    location: profile.location,
    photos,
    interests: profile.interests.length,
    prompts: profile.prompts.length,
  });

const YEAR_MS = 365 * DAY_MS;

/**
 * Fields that search preferences are compared with. A change takes effect later, and is possible a few times a year.
 */
export type RareField = "age" | "gender";

export const RARE: Readonly<Record<RareField, { readonly limit: number; readonly code: MemberLimitCode }>> = {
  age: { limit: AGE_CHANGES_A_YEAR, code: "age_change_limit" },
  gender: { limit: GENDER_CHANGES_A_YEAR, code: "gender_change_limit" },
};

/** A day in UTC, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Consistent with `ageOn`: a birthday on 29 February is on 1 March in other years. UTC. @param born `YYYY-MM-DD` */
export function birthdayAfter(born: string, day: Date): string {
  const [, month = 1, date = 1] = born.split("-").map(Number);
  const year = day.getUTCFullYear();
  // `Date.UTC` turns 29 February of other years into 1 March.
  const thisYear = dayOf(new Date(Date.UTC(year, month - 1, date)));
  return thisYear > dayOf(day) ? thisYear : dayOf(new Date(Date.UTC(year + 1, month - 1, date)));
}

/** At most `AGE_MAX`. */
const older = (age: number | null, years: number): number | null =>
  age === null || age >= AGE_MAX ? age : Math.min(AGE_MAX, age + years);

/** Also birthdays since the profile was last updated. */
export function dueValues(profile: Profile, born: string, now: Date) {
  const { age, effective_age, gender, gender_effective_at, age_effective_at, next_birthday } = profile;
  const isDue = (at: Date | null): boolean => at !== null && at <= now;
  const birthday = next_birthday !== null && next_birthday <= dayOf(now) ? next_birthday : undefined;
  // Counts the birthday itself: the age today minus the age on the day before the first unprocessed birthday.
  const years = birthday ? ageOn(born, now) - ageOn(born, new Date(Date.parse(`${birthday}T00:00:00Z`) - DAY_MS)) : 0;
  return {
    ...(isDue(gender_effective_at) && { effective_gender: gender, gender_effective_at: null }),
    ...(birthday && { age: older(age, years), next_birthday: birthdayAfter(born, now) }),
    ...((birthday || isDue(age_effective_at)) && {
      effective_age: older(isDue(age_effective_at) ? age : effective_age, years),
    }),
    ...(isDue(age_effective_at) && { age_effective_at: null }),
  };
}

interface Change {
  readonly changed_at: Date;
  readonly is_first: boolean;
}

/** @param changes of one field, newest first */
export function changesLeft(
  field: RareField,
  changes: readonly Change[],
  now: Date,
): { left: number; nextAt: Date | null } {
  const recent = changes.filter((one) => !one.is_first && one.changed_at.getTime() > now.getTime() - YEAR_MS);
  const left = Math.max(0, RARE[field].limit - recent.length);
  const oldest = recent[RARE[field].limit - 1];
  return { left, nextAt: left === 0 && oldest ? new Date(oldest.changed_at.getTime() + YEAR_MS) : null };
}
