import { describe, expect, test } from "vitest";
import { completionPercent, missingPoints, type ProfileFacts } from "#contract/members/completion.ts";

const nothing: ProfileFacts = { age: null, bio: "", location: "", photos: 0, interests: 0, prompts: 0 };
const everything: ProfileFacts = {
  age: 30,
  bio: "Squats",
  location: "Austin, TX",
  photos: 1,
  interests: 3,
  prompts: 1,
};

describe("completionOf", () => {
  // @spec 4.completion-save-from 5.six-points-save
  test("counts six equal points", () => {
    expect(completionPercent(nothing)).toBe(0);
    expect(completionPercent({ ...nothing, age: 30 })).toBe(17);
    expect(completionPercent({ ...everything, photos: 0, prompts: 0, bio: "" })).toBe(50);
    expect(completionPercent({ ...everything, photos: 0, prompts: 0 })).toBe(67);
    expect(completionPercent({ ...everything, prompts: 0 })).toBe(83);
    expect(completionPercent(everything)).toBe(100);
  });

  // @spec 5.six-points-save
  test("two interests and blank text earn no point", () => {
    expect(completionPercent({ ...everything, interests: 2 })).toBe(83);
    expect(completionPercent({ ...everything, bio: "  \n", location: " " })).toBe(67);
  });

  test("exceeding a requirement earns no extra point", () => {
    expect(completionPercent({ ...everything, photos: 6, interests: 10, prompts: 3 })).toBe(100);
  });
});

test("missingPoints lists the missing points, the photo first", () => {
  expect(missingPoints(nothing)).toEqual(["photo", "age", "location", "bio", "interests", "prompt"]);
  expect(missingPoints({ ...everything, bio: "" })).toEqual(["bio"]);
});
