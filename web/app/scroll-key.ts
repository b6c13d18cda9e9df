import { useEffect } from "react";
import type { GetScrollRestorationKeyFunction } from "react-router";

let loadedAs: string | undefined;

/**
 * Identifies the history entry with which this document was loaded, by a mark in its state. The browser keeps the mark
 * for a reload and for Back; a newly loaded address has an entry without one, and starts at the top.
 */
function markLoadedEntry(): string {
  if (loadedAs === undefined) {
    const state = history.state as { readonly loadedAs?: string } | null;
    loadedAs = state?.loadedAs ?? Math.random().toString(36).slice(2);
    if (state?.loadedAs === undefined) history.replaceState({ ...state, loadedAs }, "");
  }
  return loadedAs;
}

const scrollKey: GetScrollRestorationKeyFunction = ({ key, hash }) =>
  key === "default" ? `${markLoadedEntry()}${hash}` : key;

/**
 * The key under which a page's scroll position is stored. Entries that the browser made (a typed address, a link followed
 * before the app started) all have the key `default`: the loaded entry and the fragment tell them apart.
 */
export function useScrollKey(): GetScrollRestorationKeyFunction {
  // Not only when the position is stored: a mark that is set while the page is left is lost.
  useEffect(() => void markLoadedEntry(), []);
  return scrollKey;
}
