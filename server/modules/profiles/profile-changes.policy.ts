import { ageOn } from "#contract/age.ts";
import type { MemberLimitCode } from "#contract/errors.ts";
import { AGE_CHANGES_A_YEAR, AGE_MAX, GENDER_CHANGES_A_YEAR } from "#contract/limits.ts";
import type { Profile } from "#server/db/schema/tables.ts";

const DAY_MS = 24 * 3600_000;
const YEAR_MS = 365 * DAY_MS;

/** The facts by which members are shown to each other: a change counts later, and is possible a few times a year. */
export type RareField = "age" | "gender";

export const RARE: Readonly<Record<RareField, { readonly limit: number; readonly code: MemberLimitCode }>> = {
  age: { limit: AGE_CHANGES_A_YEAR, code: "age_change_limit" },
  gender: { limit: GENDER_CHANGES_A_YEAR, code: "gender_change_limit" },
};

/** A day in UTC, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * The first birthday after a day, in UTC, as `ageOn` counts: whoever was born on 29 February has it on 1 March in other years.
 * @param born `YYYY-MM-DD`
 */
export function birthdayAfter(born: string, day: Date): string {
  const [, month = 1, date = 1] = born.split("-").map(Number);
  const year = day.getUTCFullYear();
  // A day that a month does not have is the first of the next one.
  const thisYear = dayOf(new Date(Date.UTC(year, month - 1, date)));
  return thisYear > dayOf(day) ? thisYear : dayOf(new Date(Date.UTC(year + 1, month - 1, date)));
}

/** The age after so many birthdays. It ends where the editor's ages end. */
const older = (age: number | null, years: number): number | null =>
  age === null || age >= AGE_MAX ? age : Math.min(AGE_MAX, age + years);

/** What has come to count, and the birthdays that have passed, since a profile was last looked at. Empty where there is nothing. */
export function dueValues(profile: Profile, born: string, now: Date) {
  const { age, effective_age, gender, gender_effective_at, age_effective_at, next_birthday } = profile;
  const isDue = (at: Date | null): boolean => at !== null && at <= now;
  const birthday = next_birthday !== null && next_birthday <= dayOf(now) ? next_birthday : undefined;
  // The day itself counts: the age that day less the age the day before the first one that was not looked at.
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

/** How many changes are left this year, and when one more is free where none is. @param changes of one field, newest first */
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
