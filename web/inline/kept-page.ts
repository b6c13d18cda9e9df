import { addToHead } from "#web/inline/resource-hints.ts";

/**
 * Loads the scripts of a page again that the browser has kept for Back: loading that was cut off when the page was left
 * has failed, and does not continue. A script that runs already does not run again.
 */
export function loadKeptPage(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    globalThis.leave = undefined;
    for (const { src } of document.querySelectorAll<HTMLScriptElement>("script[type=module]"))
      addToHead("script", { type: "module", src });
  });
}
