import type { GetScrollRestorationKeyFunction } from "react-router";

interface MarkedState {
  readonly loadedAs?: string;
}

let loadedAs: string | undefined;

/**
 * Identifies the history entry with which this document was loaded. The browser keeps the mark for a reload and for
 * Back; another load has an entry without one, and starts at the top.
 */
function markLoadedEntry(): string {
  if (loadedAs === undefined) {
    const state = history.state as MarkedState | null;
    loadedAs = state?.loadedAs ?? Math.random().toString(36).slice(2);
    if (state?.loadedAs === undefined) history.replaceState({ ...state, loadedAs }, "");
  }
  return loadedAs;
}

/**
 * The key under which a page's scroll position is stored. Entries that the browser made (a typed address, a link followed
 * before the app started) all have the key `default`: the loaded entry and the fragment tell them apart.
 */
export const scrollKey: GetScrollRestorationKeyFunction = ({ key, hash }) =>
  key === "default" ? `${markLoadedEntry()}${hash}` : key;
