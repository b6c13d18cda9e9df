import { afterEach, expect, test, vi } from "vitest";
import { startAppLate } from "#web/inline/late-start.ts";
import { stubPage } from "#web/testing/fake-page.ts";

const ENTRY = "/assets/index.js";
const SCRIPT = { localName: "script", type: "module", src: ENTRY };

afterEach(() => vi.unstubAllGlobals());

test.each(["load", "pointerdown", "keydown", "focusin"])(
  "starts the app of a prerendered page once, on: %s",
  (name) => {
    const { added, events } = stubPage({ data: { entry: ENTRY, auth: "visitor" } });
    startAppLate();
    expect(added).toEqual([]);
    events.dispatchEvent(new Event(name));
    expect(added).toEqual([SCRIPT]);
    for (const later of ["load", "pointerdown", "keydown", "focusin"]) events.dispatchEvent(new Event(later));
    expect(added).toEqual([SCRIPT]);
  },
);

test.each([
  ["the header of members", "/", { auth: "member" }],
  ["the onboarding", "/", { auth: "visitor", onboarding: "" }],
  ["a search", "/help?q=photos", { auth: "visitor" }],
  ["a fragment", "/#how", { auth: "visitor" }],
])("starts it at once, once, for %s", (_what, address, data) => {
  const { added, events } = stubPage({ address, data: { entry: ENTRY, ...data } });
  startAppLate();
  expect(added).toEqual([SCRIPT]);
  events.dispatchEvent(new Event("load"));
  expect(added).toEqual([SCRIPT]);
});

test("leaves pages alone whose HTML contains the app's script", () => {
  const { added, events } = stubPage({ data: { auth: "member" } });
  startAppLate();
  events.dispatchEvent(new Event("load"));
  expect(added).toEqual([]);
});
