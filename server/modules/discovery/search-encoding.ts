import { GENDERS, INTERESTS, LOOKING_FOR, SHOW_ME } from "#contract/catalog.ts";

/** The fixed lists as numbers, for the table that browsing reads. 0 is unknown, or anyone. A list may only grow at its end. */

export const genderCode = (gender: string | null): number => GENDERS.indexOf(gender as never) + 1;
export const showMeCode = (gender: readonly string[]): number => SHOW_ME.indexOf(gender[0] as never) + 1;
export const lookingForCode = (lookingFor: string | null): number => LOOKING_FOR.indexOf(lookingFor as never) + 1;

/** One bit an interest; 31 of them fit a PostgreSQL integer. */
export const interestsMask = (interests: readonly string[]): number =>
  interests.reduce((mask, interest) => {
    const bit = INTERESTS.indexOf(interest as never);
    return bit < 0 ? mask : mask | (1 << bit);
  }, 0);
