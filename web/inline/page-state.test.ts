import { afterEach, expect, test, vi } from "vitest";
import { setPageState } from "#web/inline/page-state.ts";
import { stubPage } from "#web/testing/fake-page.ts";

const DARK = "(prefers-color-scheme: dark)";
const PHONE = "(width < 768px)";
const SESSION = { token: "token", user: "{}" };

function setState(parts: Parameters<typeof stubPage>[0]) {
  const { dataset, themeColor } = stubPage(parts);
  setPageState();
  return { dataset, bars: themeColor.content };
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the system is light", {}, "light", ""],
  ["the system is dark", { media: [DARK] }, "dark", "#0e1012"],
  ["light was chosen on a dark system", { media: [DARK], stored: { theme: "light" } }, "light", ""],
  ["dark was chosen on a light system", { stored: { theme: "dark" } }, "dark", "#0e1012"],
])("sets the theme and the color of the browser's bars: %s", (_when, parts, theme, bars) => {
  expect(setState({ address: "/terms", ...parts })).toMatchObject({ dataset: { theme }, bars });
});

test.each([
  ["a session", SESSION, "member", ""],
  ["no session", {}, "visitor", "hidden"],
  ["a token without a member", { token: "token" }, "visitor", "hidden"],
])("shows the frame of a member's screen only to members: %s", (_what, stored, auth, frame) => {
  expect(setState({ address: "/browse", data: { frame: "" }, stored })).toMatchObject({ dataset: { auth, frame } });
});

test("adds no frame to other pages", () => {
  expect(setState({ address: "/terms" }).dataset).not.toHaveProperty("frame");
});

// @spec 2.onboarding.shown-only-without
test.each([
  ["a new visitor on a phone", { media: [PHONE] }, true],
  ["on a desktop", {}, false],
  ["a member", { media: [PHONE], stored: SESSION }, false],
  ["completed before", { media: [PHONE], stored: { onboardingComplete: "true" } }, false],
  ["logged in before", { media: [PHONE], stored: { returningUser: "true" } }, false],
  ["another page", { media: [PHONE], address: "/faq" }, false],
  ["a fragment", { media: [PHONE], address: "/#how" }, false],
  ["an open modal", { media: [PHONE], address: "/?login=true" }, false],
  ["a parameter of a campaign", { media: [PHONE], address: "/?utm_source=x" }, true],
])("covers the landing page with the onboarding only if it is due: %s", (_who, parts, isDue) => {
  expect(setState(parts).dataset["onboarding"]).toBe(isDue ? "" : undefined);
});

test("colors the browser's bars as the onboarding, also in the dark theme", () => {
  expect(setState({ media: [PHONE, DARK] }).bars).toBe("#d81e46");
});

test.each([
  ["/help?q=photos", ""],
  ["/help?from=mail&category=safety", ""],
  ["/help", undefined],
  ["/help?faq=1", undefined],
])("hides the prerendered help center behind a search: %s", (address, asked) => {
  expect(setState({ address }).dataset["asked"]).toBe(asked);
});

test("selects another pair of people each minute", () => {
  vi.useFakeTimers();
  const shownPairs = Array.from({ length: 5 }, (_, minute) => {
    vi.setSystemTime(minute * 60_000);
    return setState({}).dataset["pair"];
  });
  vi.useRealTimers();
  expect(shownPairs).toEqual(["0", "1", "2", "3", "0"]);
});
