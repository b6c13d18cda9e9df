import { readList } from "#web/inline/page-data.ts";

/** Adds a `<link>` to the page. */
const addLink = (properties: Partial<HTMLLinkElement>): void =>
  document.head.append(Object.assign(document.createElement("link"), properties));

/** Starts loading scripts. A service worker has them in its cache, and Chromium would request them twice. */
export function preloadScripts(scripts: readonly string[]): void {
  if (navigator.serviceWorker?.controller) return;
  for (const href of scripts) addLink({ rel: "modulepreload", crossOrigin: "", href });
}

/** Starts loading the scripts of a page, and prevents that its styles are loaded, which the page contains. */
export function addResourceHints(): void {
  const isLate = document.documentElement.dataset["entry"] !== undefined;
  if (!isLate) preloadScripts(readList("scripts"));
  // A disabled link loads nothing. Vite's loader of lazy modules looks for it, and does not load the styles again.
  for (const href of readList("styles")) addLink({ disabled: true, rel: "stylesheet", href });
}
