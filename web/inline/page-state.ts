import { isOnboardingDue } from "#web/domains/site/onboarding/onboarding-due.ts";
import { readTheme } from "#web/lib/theme.ts";

/** The browser's bars, as `--window` of the dark theme. The HTML contains the color of the light one. */
const DARK_BARS = "#0e1012";
/** As the first onboarding screen. */
const ONBOARDING_BARS = "#d81e46";
const PAIRS = 4;
const PAIR_MS = 60_000;

/** Sets the attributes of `<html>` that the styles of the first paint depend on. */
export function setPageState(): void {
  const { dataset } = document.documentElement;
  const bars = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  const setBars = (color: string) => {
    if (bars) bars.content = color;
  };
  dataset["theme"] = readTheme();
  if (dataset["theme"] === "dark") setBars(DARK_BARS);
  const isMember = localStorage.getItem("token") && localStorage.getItem("user");
  dataset["auth"] = isMember ? "member" : "visitor";
  // A visitor is redirected, and must not see a member's screen before.
  if (dataset["frame"] !== undefined && !isMember) dataset["frame"] = "hidden";
  // The help center is prerendered without a search. With a search in the URL, its content is hidden until it is
  // rendered.
  if (/[?&](q|category)=/.test(location.search)) dataset["asked"] = "";
  // Another pair of people each minute.
  dataset["pair"] = `${Math.floor(Date.now() / PAIR_MS) % PAIRS}`;
  if (isOnboardingDue()) {
    dataset["onboarding"] = "";
    setBars(ONBOARDING_BARS);
  }
}
