import { addToHead, preloadScripts } from "#web/inline/resource-hints.ts";

/** A finger is over the page before it is down. A screen reader may click without a pointer or a key. */
const EVENTS = ["click", "pointerover", "keydown"];
const REST_MS = 5_000;

/**
 * Starts the app of a prerendered page, which can be read without scripts: when the reader first uses it, or after it has
 * rested. Its scripts load before, once the page is complete. Starts at once if the app will change the page.
 */
export function startAppLate(): void {
  const { entry, auth, onboarding } = document.documentElement.dataset;
  if (!entry) return;
  const run = () => addToHead("script", { type: "module", src: entry });
  let isStarted: true | undefined;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // A script that is added by a script does not wait for the end of the page, and the app hydrates the whole page.
    if (document.readyState === "loading") {
      preloadScripts(entry);
      addEventListener("DOMContentLoaded", run);
    } else run();
  };
  if (auth === "member" || onboarding === "" || location.search || location.hash) start();
  for (const event of EVENTS) addEventListener(event, start);
  addEventListener("load", () => {
    if (!isStarted) preloadScripts(entry);
    setTimeout(start, REST_MS);
  });
}
