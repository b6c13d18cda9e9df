import { readList } from "#web/inline/page-data.ts";

/** Adds an element to the page. */
export const addToHead = (name: "link" | "script", properties: object): void =>
  document.head.append(Object.assign(document.createElement(name), properties));

/**
 * Starts loading some scripts, then those of the page. A service worker has them in its cache, and Chromium would request
 * them twice.
 */
export function preloadScripts(...first: readonly string[]): void {
  if (navigator.serviceWorker?.controller) return;
  for (const href of [...first, ...readList("scripts")])
    addToHead("link", { rel: "modulepreload", crossOrigin: "", href });
}

/** Starts loading the scripts of a page, and prevents that its styles are loaded, which the page contains. */
export function addResourceHints(): void {
  // Other pages start late.
  if (!document.documentElement.dataset["entry"]) preloadScripts();
  // A disabled link loads nothing. Vite's loader of lazy modules looks for it, and does not load the styles again.
  for (const href of readList("styles")) addToHead("link", { rel: "stylesheet", disabled: true, href });
}
