import { readList } from "#web/inline/page-data.ts";
import { preloadScripts } from "#web/inline/resource-hints.ts";

const EVENTS = ["load", "pointerdown", "keydown", "focusin"];

/**
 * Starts the app of a prerendered page, which can be read without scripts: after the page has loaded, or when the reader
 * uses it. Starts at once if the app will change the page.
 */
export function startAppLate(): void {
  const { entry, auth, onboarding } = document.documentElement.dataset;
  if (!entry) return;
  const run = () =>
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry }));
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    if (document.readyState !== "loading") {
      run();
      return;
    }
    // A script that is added by a script does not wait for the end of the page, and the app hydrates the whole page.
    preloadScripts([entry, ...readList("scripts")]);
    addEventListener("DOMContentLoaded", run, { once: true });
  };
  if (auth === "member" || onboarding === "" || location.search || location.hash) start();
  else for (const event of EVENTS) addEventListener(event, start, { once: true });
}
