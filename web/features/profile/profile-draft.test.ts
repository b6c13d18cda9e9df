import { expect, test } from "vitest";
import { pickChanges } from "#web/features/profile/profile-draft.ts";
import type { ProfileValues } from "#web/features/profile/profile-form.ts";

const saved: ProfileValues = {
  age: "32",
  gender: "Man",
  height: "",
  bodyType: "",
  location: "Austin, TX",
  coordinates: [-97.7, 30.3],
  locationType: "device",
  lookingFor: "",
  bio: "Carpenter",
  interests: ["Hiking"],
  prompts: [{ question: "", answer: "" }],
};

test("a draft holds only the fields that differ from the saved profile, also emptied ones", () => {
  expect(pickChanges({ ...saved, interests: ["Hiking"], prompts: [{ question: "", answer: "" }] }, saved)).toEqual({});
  const changes = { bio: "", coordinates: null, interests: ["Hiking", "Yoga"] };
  expect(pickChanges({ ...saved, ...changes }, saved)).toEqual(changes);
});
