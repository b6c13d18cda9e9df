import { useState } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";

/** On entries that come from typing in the field: it is ahead of them. */
const TYPED = { typed: true } as const;

/** Of a question, in the field and in an address: searching for a book would keep the page busy. */
export const ASKED_MAX = 100;

/** Instead of an entry's key, before there are entries. */
const DRAWN = "drawn";

const isTyped = (state: unknown): boolean => typeof state === "object" && state !== null && "typed" in state;

/**
 * What is searched for: in the address, so that it can be shared and Back leads to it.
 * @param hydrated false while the page is as the build drew it, which knows of no question
 */
export function useAsked(hydrated: boolean) {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const byBack = useNavigationType() === "POP";
  const asked = hydrated ? (params.get("q") ?? "").slice(0, ASKED_MAX) : "";
  const entry = hydrated ? key : DRAWN;
  const [text, setText] = useState(asked);
  const [seen, setSeen] = useState(entry);
  if (entry !== seen) {
    setSeen(entry);
    const early = seen === DRAWN && text !== "";
    if (!early && (byBack || !isTyped(state))) setText(asked);
  }

  const type = (next: string) => {
    setText(next);
    const question = next.trim();
    // A search is one step, however long it is typed at; so is what one had before it.
    const replace = (question === "") === (text.trim() === "");
    setParams(question === "" ? {} : { q: question }, { replace, preventScrollReset: true, state: TYPED });
  };
  return { text, type };
}
