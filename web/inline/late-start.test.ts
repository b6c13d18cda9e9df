import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAppLate } from "#web/inline/late-start.ts";
import { stubPage } from "#web/testing/fake-page.ts";

const ENTRY = "/assets/index.js";
const DATA = { entry: ENTRY, scripts: "/assets/react.js" };
const SCRIPT = { localName: "script", type: "module", src: ENTRY };
const HINTS = [ENTRY, "/assets/react.js"].map((href) => ({
  localName: "link",
  rel: "modulepreload",
  crossOrigin: "",
  href,
}));
const USES = ["pointerover", "keydown", "click"];
const REST_MS = 5_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(USES)("loads the scripts of a complete page, and runs them once when it is used: %s", (name) => {
  const { added, events } = stubPage({ data: { ...DATA, auth: "visitor" } });
  startAppLate();
  Object.assign(document, { readyState: "complete" });
  expect(added).toEqual([]);
  events.dispatchEvent(new Event("load"));
  expect(added).toEqual(HINTS);
  events.dispatchEvent(new Event(name));
  expect(added).toEqual([...HINTS, SCRIPT]);
  for (const later of [...USES, "load"]) events.dispatchEvent(new Event(later));
  vi.advanceTimersByTime(2 * REST_MS);
  expect(added).toEqual([...HINTS, SCRIPT]);
});

test("runs the app of a page that nobody uses once it has rested", () => {
  const { added, events } = stubPage({ data: { ...DATA, auth: "visitor" } });
  startAppLate();
  Object.assign(document, { readyState: "complete" });
  events.dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(REST_MS - 1);
  expect(added).toEqual(HINTS);
  vi.advanceTimersByTime(1);
  expect(added).toEqual([...HINTS, SCRIPT]);
});

test.each([
  ["the header of members", "/", { auth: "member" }],
  ["the onboarding", "/", { auth: "visitor", onboarding: "" }],
  ["a search", "/help?q=photos", { auth: "visitor" }],
  ["a fragment", "/#how", { auth: "visitor" }],
])("loads its scripts at once for %s, and runs them once the page is complete", (_what, address, data) => {
  const { added, events } = stubPage({ address, data: { ...DATA, ...data } });
  startAppLate();
  expect(added).toEqual(HINTS);
  events.dispatchEvent(new Event("DOMContentLoaded"));
  expect(added).toEqual([...HINTS, SCRIPT]);
  events.dispatchEvent(new Event("load"));
  expect(added).toEqual([...HINTS, SCRIPT]);
});

test("does not run the app in an incomplete page that is used", () => {
  const { added, events } = stubPage({ data: { ...DATA, auth: "visitor" } });
  startAppLate();
  events.dispatchEvent(new Event("pointerover"));
  expect(added).toEqual(HINTS);
  events.dispatchEvent(new Event("DOMContentLoaded"));
  expect(added).toEqual([...HINTS, SCRIPT]);
});

test("leaves pages alone whose HTML contains the app's script", () => {
  const { added, events } = stubPage({ data: { auth: "member", scripts: DATA.scripts } });
  startAppLate();
  events.dispatchEvent(new Event("DOMContentLoaded"));
  events.dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(REST_MS);
  expect(added).toEqual([]);
});
