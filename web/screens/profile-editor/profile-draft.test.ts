import { expect, test } from "vitest";
import type { ProfileValues } from "#web/domains/members/profile-form.ts";
import { toDraft } from "#web/screens/profile-editor/profile-draft.ts";

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
  expect(toDraft({ ...saved, interests: ["Hiking"], prompts: [{ question: "", answer: "" }] }, saved)).toEqual({});
  const changes = { bio: "", coordinates: null, interests: ["Hiking", "Yoga"] };
  expect(toDraft({ ...saved, ...changes }, saved)).toEqual(changes);
});

test("a draft has no position of a device, only the name of its place", () => {
  const located: ProfileValues = { ...saved, location: "Dallas, TX", coordinates: [-96.7970123, 32.7767456] };
  expect(toDraft(located, saved)).toEqual({ location: "Dallas, TX", coordinates: null, locationType: "manual" });
  const chosen: ProfileValues = { ...located, locationType: "manual" };
  expect(toDraft(chosen, saved)).toEqual({
    location: "Dallas, TX",
    coordinates: [-96.7970123, 32.7767456],
    locationType: "manual",
  });
});
