import { expect, test } from "vitest";
import type { OwnProfile } from "#contract/profiles.ts";
import type { Photo } from "#contract/schemas.ts";
import { type FirstStepsState, getCurrentStep, getFirstSteps } from "#web/features/profile/first-steps.ts";

const me = (change: Partial<OwnProfile["profile"]> = {}): OwnProfile => ({
  _id: "me",
  username: "sam_spots",
  email: "sam@example.com",
  hidden: false,
  hiddenUntil: null,
  restrictions: [],
  emailVerified: true,
  isVerified: false,
  isSelfieRequired: false,
  profile: {
    age: 32,
    gender: "",
    height: "",
    bodyType: "",
    location: "",
    coordinates: null,
    locationType: "manual",
    bio: "",
    interests: [],
    lookingFor: "",
    photos: [],
    prompts: [],
    notifications: {
      emailEnabled: true,
      crushReceived: true,
      newMessage: true,
      newMatch: true,
      workoutDate: true,
      workoutReminder: true,
      backSafe: true,
      lowCrushBalance: true,
      someoneNew: false,
      marketing: false,
    },
    quietHours: null,
    completion: 17,
    ...change,
  },
});

const begun: FirstStepsState = { memberId: "me", skipped: [], isOver: false };
const photos = [{ _id: "photo" } as Photo];
const interests = ["Yoga", "Boxing", "Dance"];

test("asks for what the profile lacks and was not skipped, in order", () => {
  expect(getCurrentStep(me(), begun)).toBe("gender");
  expect(getCurrentStep(me(), { ...begun, skipped: ["gender"] })).toBe("location");
  expect(getCurrentStep(me({ gender: "Man", location: "Austin, TX" }), begun)).toBe("photo");
  const filled = me({ gender: "Man", location: "Austin, TX", photos, interests: interests.slice(1) });
  expect(getCurrentStep(filled, begun)).toBe("interests");
  expect(getCurrentStep(me({ location: "Austin, TX", photos, interests }), begun)).toBe("gender");
  expect(getCurrentStep({ ...filled, profile: { ...filled.profile, interests } }, begun)).toBeUndefined();
});

test("begin for a member whom others cannot find, and stay until they are over", () => {
  expect(getFirstSteps(me(), undefined)).toEqual(begun);
  expect(getFirstSteps(me({ completion: 67 }), undefined)).toBeUndefined();
  expect(getFirstSteps(me({ completion: 67 }), begun)).toEqual(begun);
  expect(getFirstSteps(me(), { ...begun, isOver: true })).toBeUndefined();
  const complete = { gender: "Man", location: "Austin, TX", photos, interests };
  expect(getFirstSteps(me({ ...complete, completion: 50 }), undefined)).toBeUndefined();
});

test("do not take over what another member has skipped in the same tab", () => {
  const others = { memberId: "other", skipped: ["gender"], isOver: true } as const;
  expect(getFirstSteps(me(), others)).toEqual(begun);
});
