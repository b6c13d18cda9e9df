import { addLink } from "#web/inline/head-link.ts";
import { readList } from "#web/inline/page-data.ts";

/** Starts loading the scripts of a page, and prevents that their styles are loaded, which the page contains. */
export function addResourceHints(): void {
  // A service worker has the scripts in its cache, and Chromium would request them twice. A page with a late start loads
  // them later.
  const isNeeded = !navigator.serviceWorker?.controller && !document.documentElement.dataset["entry"];
  if (isNeeded) for (const href of readList("scripts")) addLink({ rel: "modulepreload", crossOrigin: "", href });
  // A disabled link loads nothing. Vite's loader of lazy modules looks for it, and does not load the styles again.
  for (const href of readList("styles")) addLink({ disabled: true, rel: "stylesheet", href });
}
