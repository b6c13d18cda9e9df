import { describe, expect, test } from "vitest";
import { completionOf, missingPoints, type Told } from "#contract/completion.ts";

const nothing: Told = { age: null, bio: "", location: "", photos: 0, interests: 0, prompts: 0 };
const everything: Told = { age: 30, bio: "Squats", location: "Austin, TX", photos: 1, interests: 3, prompts: 1 };

describe("completionOf", () => {
  test("counts six equal points", () => {
    expect(completionOf(nothing)).toBe(0);
    expect(completionOf({ ...nothing, age: 30 })).toBe(17);
    expect(completionOf({ ...everything, photos: 0, prompts: 0, bio: "" })).toBe(50);
    expect(completionOf({ ...everything, photos: 0, prompts: 0 })).toBe(67);
    expect(completionOf({ ...everything, prompts: 0 })).toBe(83);
    expect(completionOf(everything)).toBe(100);
  });

  test("two interests and blank text are no point", () => {
    expect(completionOf({ ...everything, interests: 2 })).toBe(83);
    expect(completionOf({ ...everything, bio: "  \n", location: " " })).toBe(67);
  });

  test("more than enough is no more than a point", () => {
    expect(completionOf({ ...everything, photos: 6, interests: 10, prompts: 3 })).toBe(100);
  });
});

test("missingPoints names what is lacking, the photo first", () => {
  expect(missingPoints(nothing)).toEqual(["photo", "age", "location", "bio", "interests", "prompt"]);
  expect(missingPoints({ ...everything, bio: "" })).toEqual(["bio"]);
});
