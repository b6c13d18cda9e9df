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

/** Genders and wanted genders have two bits each, goals three. 0 is unknown, or anyone. */
export const groupOf = (traits: number): number => traits & 15;
export const genderOfGroup = (group: number): number => group & 3;
export const wantGenderOfGroup = (group: number): number => group >> 2;
export const lookingForOf = (traits: number): number => (traits >> 4) & 7;
export const isDemoOf = (traits: number): boolean => traits >> 7 === 1;
