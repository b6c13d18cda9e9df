import { expect, test } from "vitest";
import { GENDER_TABLE, GOAL_TABLE } from "#contract/members/catalog.ts";
import {
  assertFits,
  genderOfGroup,
  groupOf,
  isDemoOf,
  lookingForOf,
  TRAIT_SHIFTS,
  wantGenderOfGroup,
} from "#server/domains/discovery/memory-index/index-records.ts";

test("each gender, wanted gender and goal is read as it was packed", () => {
  const codesOf = (table: readonly { readonly code: number }[]) => [0, ...table.map(({ code }) => code)];
  const { gender: genderAt, wantGender: wantAt, lookingFor: goalAt, demo: demoAt } = TRAIT_SHIFTS;
  for (const gender of codesOf(GENDER_TABLE))
    for (const wanted of codesOf(GENDER_TABLE))
      for (const goal of codesOf(GOAL_TABLE))
        for (const demo of [0, 1]) {
          const traits = (gender << genderAt) | (wanted << wantAt) | (goal << goalAt) | (demo << demoAt);
          const group = groupOf(traits);
          const read = [genderOfGroup(group), wantGenderOfGroup(group), lookingForOf(traits), isDemoOf(traits)];
          expect([traits < 256, ...read]).toEqual([true, gender, wanted, goal, demo === 1]);
        }
});

test("rejects a code that the index has no bits for", () => {
  expect(() => assertFits("gender", [1, 2, 3])).not.toThrow();
  expect(() => assertFits("gender", [1, 2, 3, 4])).toThrow("code 4 of gender does not fit 2 bits of the index");
  expect(() => assertFits("lookingFor", [8])).toThrow("code 8 of lookingFor");
  expect(() => assertFits("lookingFor", [0])).toThrow("code 0 of lookingFor");
});
