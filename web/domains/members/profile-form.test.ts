import { expect, test } from "vitest";
import {
  describeChangeLimits,
  getNextStep,
  isChangeLocked,
  type ProfileValues,
  toCompletionInput,
  toFormValues,
  toProfileChange,
} from "#web/domains/members/profile-form.ts";
import { getPhotoAccept, validatePhotoFiles } from "#web/screens/profile-editor/photos/photo-validation.ts";
import { buildOwnProfile } from "#web/testing/own-profile.ts";

const own = buildOwnProfile({
  gender: "Man",
  height: "6'0\"",
  location: "Austin, TX",
  coordinates: { type: "Point", coordinates: [-97.7, 30.3] },
  locationType: "device",
  bio: "Carpenter",
  interests: ["Hiking"],
  prompts: [{ question: "My rest day looks like...", answer: "Slow" }],
  completion: 67,
});

const values = (change: Partial<ProfileValues> = {}): ProfileValues => ({ ...toFormValues(own), ...change });

// @spec 9.bio-500-answer
test("has three prompts and sends only complete ones", () => {
  expect(values().prompts).toHaveLength(3);
  const half = values({
    prompts: [
      { question: "", answer: "lost" },
      { question: "My gym pet peeve is...", answer: "  " },
      { question: "My fitness goals are...", answer: "Pull-ups" },
    ],
  });
  expect(toProfileChange(half).prompts).toEqual([{ question: "My fitness goals are...", answer: "Pull-ups" }]);
});

test("sends coordinates as a GeoJSON point or not at all", () => {
  expect(toProfileChange(values()).coordinates).toEqual({ type: "Point", coordinates: [-97.7, 30.3] });
  expect(toProfileChange(values({ coordinates: null }))).not.toHaveProperty("coordinates");
});

test("sends an empty age as null and leaves other values to the validation", () => {
  expect(toProfileChange(values({ age: " " })).age).toBeNull();
  expect(toProfileChange(values({ age: "17" })).age).toBe(17);
});

test("names one missing step at a time, the gender first", () => {
  const next = (photos: number, change: Partial<ProfileValues> = {}) => {
    const shown = values(change);
    return getNextStep(toCompletionInput(shown, photos), shown.gender);
  };
  expect(next(0)).toBe("Next: add a photo");
  expect(next(1)).toBe("Next: pick 3 interests");
  const three = { interests: ["Hiking", "Yoga", "MMA"] };
  expect(next(1, { ...three, prompts: [] })).toBe("Next: answer one prompt");
  expect(next(1, three)).toBe("Your profile is complete");
  expect([next(0, { gender: "" }), next(1, { ...three, gender: "" })]).toEqual(Array(2).fill("Next: add your gender"));
});

test("ignores an invalid age in the completion", () => {
  for (const age of ["18", "100"]) expect(toCompletionInput(values({ age }), 0).age).toBe(Number(age));
  for (const age of ["17", "101", "30.5", "-30", "", " "]) expect(toCompletionInput(values({ age }), 0).age).toBeNull();
});

test("rejects files by type and number", () => {
  const jpeg = { type: "image/jpeg", name: "a.jpg" };
  const heic = [
    { type: "image/heic", name: "a.heic" },
    { type: "", name: "A.HEIF" },
  ];
  for (const wrong of [
    { type: "image/gif", name: "a.gif" },
    { type: "", name: "heic.txt" },
  ])
    expect(validatePhotoFiles([jpeg, wrong], 0)).toBe("Please upload only JPEG, PNG or WebP images");
  expect(validatePhotoFiles([jpeg, jpeg], 5)).toBe("You can only have 6 photos total. You currently have 5.");
  expect(validatePhotoFiles([jpeg, { ...jpeg, type: "image/jpg" }, ...heic], 2)).toBeUndefined();
});

test("lists HEIC as a photo except on iOS, which converts it", () => {
  const device = { platform: "", maxTouchPoints: 5 };
  expect(getPhotoAccept({ ...device, userAgent: "Android" })).toBe(
    "image/jpeg,image/png,image/webp,image/heic,image/heif",
  );
  expect(getPhotoAccept({ ...device, userAgent: "iPhone" })).toBe("image/jpeg,image/png,image/webp");
});

test("sends age and gender only if they changed", () => {
  expect(toProfileChange(values(), values())).not.toHaveProperty("age");
  expect(toProfileChange(values(), values())).not.toHaveProperty("gender");
  expect(toProfileChange(values({ age: "33" }), values())).toMatchObject({ age: 33 });
  expect(toProfileChange(values({ age: "", gender: "" }), values())).toMatchObject({ age: null, gender: "" });
});

test("describes the limits on changes of age and gender", () => {
  const now = new Date(2026, 10, 3, 21, 30).getTime();
  const tomorrow = new Date(2026, 10, 4, 9, 40).toISOString();
  const free = { left: 2, nextAt: null, countsAt: null };
  const wait = { left: 0, nextAt: new Date(2027, 9, 4).toISOString(), countsAt: null };
  const describe = (age: object, gender: object) =>
    describeChangeLimits({ ...own, changes: { age: { ...free, ...age }, gender: { ...free, ...gender } } }, now);
  expect(describeChangeLimits(own, now)).toEqual([]);
  expect(describe({ left: 3 }, {})).toEqual([
    "You can change your age 3 more times and gender 2 more times this year. A change counts for who sees you a day later.",
  ]);
  expect(describe({}, { left: 1, countsAt: tomorrow })).toEqual([
    "Your new gender counts for who sees you from 9:40 AM tomorrow.",
    "You can change your age 2 more times this year. A change counts for who sees you a day later.",
  ]);
  expect(describe({ left: 1 }, wait)).toEqual([
    "Your gender can change again from October 4, 2027.",
    "You can change your age once more this year. A change counts for who sees you a day later.",
  ]);
  expect(describe(wait, wait)).toHaveLength(2);
  expect(isChangeLocked(own, "age")).toBe(false);
  const fixed = { ...own, changes: { age: wait, gender: { ...wait, countsAt: tomorrow } } };
  expect([isChangeLocked(fixed, "age"), isChangeLocked(fixed, "gender")]).toEqual([true, false]);
});
