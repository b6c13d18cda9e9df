import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { MemberView } from "#contract/discovery/discovery.ts";
import { UNSTATED_BODY_TYPE } from "#contract/members/catalog.ts";
import { ProfileDetails } from "#web/domains/members/profile-details.tsx";

const EMPTY = {
  age: null,
  gender: "",
  height: "",
  bodyType: "",
  bio: "",
  location: "",
  interests: [],
  lookingFor: "",
  photos: [],
  prompts: [],
} as const;

function render(change: object, isVerified = false): string {
  const view = {
    success: true,
    user: { _id: "her", username: "her", isDemo: false, isVerified, profile: { ...EMPTY, ...change } },
    crushSent: false,
    crushedOnMe: false,
    passedUntil: null,
    isMatch: false,
    distance: null,
    recency: null,
    week: null,
  } as unknown as MemberView;
  const details = createElement(ProfileDetails, { view, ownInterests: [] });
  return renderToStaticMarkup(createElement(MemoryRouter, null, details));
}

/** In their order. */
const listShown = (change: object): string[] =>
  [...render(change).matchAll(/<(?:dt|h2)[^>]*>([^<]*)</g)].map(([, text = ""]) => text);

test("shows the fields that have a value, without a body type that is not stated", () => {
  expect(listShown({})).toEqual([]);
  expect(listShown({ height: `5'8"`, bodyType: UNSTATED_BODY_TYPE })).toEqual(["Height"]);
  const full = {
    height: `5'8"`,
    bodyType: "Athletic",
    lookingFor: "Workout partner",
    interests: ["Running"],
    prompts: [{ question: "My rest day looks like...", answer: "Pancakes." }],
  };
  expect(listShown(full)).toEqual([
    "Looking for",
    "Get to know me",
    "My rest day looks like...",
    "Interests",
    "Height",
    "Body type",
  ]);
});

test("says what the badge of a verified member means, and nothing of it without one", () => {
  expect(render({}, true)).toContain("compared a live selfie with the main photo");
  expect(render({})).not.toContain("Verified");
});
