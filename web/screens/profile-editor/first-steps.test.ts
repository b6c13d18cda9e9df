import { expect, test } from "vitest";
import type { Photo } from "#contract/schemas.ts";
import { type FirstStepsState, getCurrentStep, getFirstSteps } from "#web/screens/profile-editor/first-steps.ts";
import { buildOwnProfile } from "#web/testing/own-profile.ts";

const begun: FirstStepsState = { memberId: "me", skipped: [], isOver: false };
const photos = [{ _id: "photo" } as Photo];
const interests = ["Yoga", "Boxing", "Dance"];

test("asks for what the profile lacks and was not skipped, in order", () => {
  expect(getCurrentStep(buildOwnProfile(), begun)).toBe("gender");
  expect(getCurrentStep(buildOwnProfile(), { ...begun, skipped: ["gender"] })).toBe("location");
  expect(getCurrentStep(buildOwnProfile({ gender: "Man", location: "Austin, TX" }), begun)).toBe("photo");
  const filled = buildOwnProfile({ gender: "Man", location: "Austin, TX", photos, interests: interests.slice(1) });
  expect(getCurrentStep(filled, begun)).toBe("interests");
  expect(getCurrentStep(buildOwnProfile({ location: "Austin, TX", photos, interests }), begun)).toBe("gender");
  expect(getCurrentStep({ ...filled, profile: { ...filled.profile, interests } }, begun)).toBeUndefined();
});

test("begin for a member whom others cannot find, and stay until they are over", () => {
  expect(getFirstSteps(buildOwnProfile(), undefined)).toEqual(begun);
  expect(getFirstSteps(buildOwnProfile({ completion: 67 }), undefined)).toBeUndefined();
  expect(getFirstSteps(buildOwnProfile({ completion: 67 }), begun)).toEqual(begun);
  expect(getFirstSteps(buildOwnProfile(), { ...begun, isOver: true })).toBeUndefined();
  const complete = { gender: "Man", location: "Austin, TX", photos, interests };
  expect(getFirstSteps(buildOwnProfile({ ...complete, completion: 50 }), undefined)).toBeUndefined();
});

test("do not take over what another member has skipped in the same tab", () => {
  const others = { memberId: "other", skipped: ["gender"], isOver: true } as const;
  expect(getFirstSteps(buildOwnProfile(), others)).toEqual(begun);
});
