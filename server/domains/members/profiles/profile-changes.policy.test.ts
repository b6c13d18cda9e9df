import { describe, expect, test } from "vitest";
import { ageOn } from "#contract/members/age.ts";
import { birthdayAfter, dueValues } from "#server/domains/members/profiles/profiles.policy.ts";
import type { Profile } from "#server/platform/db/schema/profiles.ts";

const day = (text: string) => new Date(`${text}T12:00:00Z`);

describe("a birthday", () => {
  test.each([
    ["1994-05-17", "2026-05-16", "2026-05-17"],
    ["1994-05-17", "2026-05-17", "2027-05-17"],
    ["1994-12-31", "2026-12-31", "2027-12-31"],
    ["1994-01-01", "2026-12-31", "2027-01-01"],
    ["2004-02-29", "2026-02-28", "2026-03-01"],
    ["2004-02-29", "2026-03-01", "2027-03-01"],
    ["2004-02-29", "2028-02-28", "2028-02-29"],
    ["2004-02-29", "2028-02-29", "2029-03-01"],
    ["2004-02-29", "2099-06-01", "2100-03-01"],
  ])("of somebody born on %s is, after %s, on %s", (born, after, expected) => {
    expect(birthdayAfter(born, day(after))).toBe(expected);
    // It is the day on which the age goes up.
    const before = new Date(day(expected).getTime() - 24 * 3600_000);
    expect(ageOn(born, day(expected)) - ageOn(born, before)).toBe(1);
  });
});

describe("due values", () => {
  const profile = (values: Partial<Profile>) =>
    ({
      age: 30,
      effective_age: 30,
      gender: "Man",
      effective_gender: "Man",
      gender_effective_at: null,
      age_effective_at: null,
      next_birthday: "2026-05-17",
      ...values,
    }) as Profile;
  const settle = (values: Partial<Profile>, now: string) => dueValues(profile(values), "1994-05-17", day(now));

  test("are empty if nothing is due", () => {
    expect(settle({}, "2026-05-16")).toEqual({});
    expect(settle({ age: 28, age_effective_at: day("2026-05-17") }, "2026-05-16")).toEqual({});
  });

  test("count each missed birthday once", () => {
    const first = settle({}, "2026-05-17");
    expect(first).toEqual({ age: 31, effective_age: 31, next_birthday: "2027-05-17" });
    expect(dueValues({ ...profile({}), ...first } as Profile, "1994-05-17", day("2026-05-18"))).toEqual({});
    expect(settle({}, "2029-01-01")).toEqual({ age: 33, effective_age: 33, next_birthday: "2029-05-17" });
  });

  test("leave an empty age empty, and stop at a hundred", () => {
    expect(settle({ age: null, effective_age: null }, "2026-05-17")).toMatchObject({ age: null, effective_age: null });
    expect(settle({ age: 99, effective_age: 100 }, "2028-06-01")).toMatchObject({ age: 100, effective_age: 100 });
  });

  test("apply a change from its time on, with a birthday before or after it", () => {
    const waiting = { age: 28, age_effective_at: day("2026-05-17") };
    expect(settle(waiting, "2026-05-17")).toMatchObject({ age: 29, effective_age: 29, age_effective_at: null });
    const birthdayFirst = settle({ age: 28, age_effective_at: day("2026-05-18") }, "2026-05-17");
    expect(birthdayFirst).toEqual({ age: 29, effective_age: 31, next_birthday: "2027-05-17" });
    expect(settle({ gender: "Woman", gender_effective_at: day("2026-05-10") }, "2026-05-11")).toEqual({
      effective_gender: "Woman",
      gender_effective_at: null,
    });
  });
});
