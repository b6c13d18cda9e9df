import { useState } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";

/** State of history entries that were created by typing: the field is ahead of them. */
const TYPED_STATE = { typed: true } as const;

/** Limits the query's length: searching for a very long text would block the page. */
export const SEARCH_TEXT_MAX = 100;

/** Stands for the location key while the page is the prerendered one. */
const PRERENDERED_KEY = "drawn";

const isTyped = (state: unknown): boolean => typeof state === "object" && state !== null && "typed" in state;

/**
 * It is also kept in the URL, so that it can be shared and Back restores it.
 * @param hydrated false while the page is the prerendered one, which ignores the query
 */
export function useSearchText(hydrated: boolean) {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";
  const textInUrl = hydrated ? (params.get("q") ?? "").slice(0, SEARCH_TEXT_MAX) : "";
  const entry = hydrated ? key : PRERENDERED_KEY;
  const [text, setText] = useState(textInUrl);
  const [lastEntry, setLastEntry] = useState(entry);
  if (entry !== lastEntry) {
    setLastEntry(entry);
    const typedBeforeHydration = lastEntry === PRERENDERED_KEY && text !== "";
    if (!typedBeforeHydration && (isBackOrForward || !isTyped(state))) setText(textInUrl);
  }

  const updateText = (next: string) => {
    setText(next);
    const query = next.trim();
    // A search is one history entry, however long it is edited; the view before it stays another one.
    const replace = (query === "") === (text.trim() === "");
    setParams(query === "" ? {} : { q: query }, { replace, preventScrollReset: true, state: TYPED_STATE });
  };
  return { text, setText: updateText };
}
