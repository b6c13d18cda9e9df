import { GENDER_TABLE, GOAL_TABLE } from "#contract/members/catalog.ts";

/**
 * A member of the search index in {@link RECORD_BYTES} bytes, big-endian, as `memory-index.repo.ts` packs them in the
 * database: one value for thousands of members instead of one row each.
 *
 * | offset | bytes | value |
 * |---|---|---|
 * | 0 | 16 | member id |
 * | 16 | 8 | H3 cell; 0 if unknown |
 * | 24 | 4 | interests, one bit each |
 * | 28 | 2 | day of the last activity, since 1970 |
 * | 30 | 2 | day of joining, since 1970 |
 * | 32 | 1 | gender, wanted gender, goal and demo flag; see `groupOf` and the functions after it |
 * | 33 | 1 | age; 0 if unknown |
 * | 34 | 1 | height in inches; 0 if unknown |
 * | 35 | 1 | lowest wanted age |
 * | 36 | 1 | highest wanted age |
 * | 37 | 1 | whether verified (1) and unlisted (2) |
 * | 38 | 4 | what counts of the week; see `counted-weeks.policy.ts` |
 */
export const RECORD_BYTES = 42;

export const AT = {
  id: 0,
  cell: 16,
  interests: 24,
  activeDay: 28,
  joinedDay: 30,
  traits: 32,
  age: 33,
  height: 34,
  wantAgeMin: 35,
  wantAgeMax: 36,
  flags: 37,
  countedWeek: 38,
} as const;

/** Bits of `flags`. */
export const VERIFIED = 1;
export const UNLISTED = 2;

/** Widths of the values in `traits`, from its lowest bit on. 0 is unknown, or anyone. */
const TRAIT_BITS = { gender: 2, wantGender: 2, lookingFor: 3, demo: 1 } as const;

/** The lowest bit of each value in `traits`. */
export const TRAIT_SHIFTS = {
  gender: 0,
  wantGender: TRAIT_BITS.gender,
  lookingFor: TRAIT_BITS.gender + TRAIT_BITS.wantGender,
  demo: TRAIT_BITS.gender + TRAIT_BITS.wantGender + TRAIT_BITS.lookingFor,
} as const;

/** Groups of members: each gender with each wanted gender. */
export const GROUPS = 1 << TRAIT_SHIFTS.lookingFor;
const GENDER_MASK = (1 << TRAIT_BITS.gender) - 1;
const GOAL_MASK = (1 << TRAIT_BITS.lookingFor) - 1;

/** @throws Error if a code needs more bits than it has, as it would change the value beside it */
export function assertFits(name: keyof typeof TRAIT_BITS, codes: readonly number[]): void {
  const bits = TRAIT_BITS[name];
  const tooLarge = codes.find((code) => code < 1 || code >= 1 << bits);
  if (tooLarge !== undefined) throw new Error(`code ${tooLarge} of ${name} does not fit ${bits} bits of the index`);
}

const GENDER_CODES = GENDER_TABLE.map(({ code }) => code);
assertFits("gender", GENDER_CODES);
assertFits("wantGender", GENDER_CODES);
assertFits(
  "lookingFor",
  GOAL_TABLE.map(({ code }) => code),
);

export const groupOf = (traits: number): number => traits & (GROUPS - 1);
export const genderOfGroup = (group: number): number => group & GENDER_MASK;
export const wantGenderOfGroup = (group: number): number => group >> TRAIT_SHIFTS.wantGender;
export const lookingForOf = (traits: number): number => (traits >> TRAIT_SHIFTS.lookingFor) & GOAL_MASK;
export const isDemoOf = (traits: number): boolean => traits >> TRAIT_SHIFTS.demo === 1;
