import { useEffect, useId } from "react";
import { createStore } from "#web/lib/store.ts";

/** What is begun on the screen of a case and not sent. Ids of the forms that hold it. */
export const drafts = createStore<ReadonlySet<string>>(new Set());

function setBegun(id: string, isBegun: boolean): void {
  const next = new Set(drafts.read());
  if (isBegun) next.add(id);
  else next.delete(id);
  drafts.set(next);
}

/** @returns a function for when it is sent: the screen may close before it is rendered again */
export function useDraft(isBegun: boolean): () => void {
  const id = useId();
  useEffect(() => {
    if (!isBegun) return;
    setBegun(id, true);
    return () => setBegun(id, false);
  }, [id, isBegun]);
  return () => setBegun(id, false);
}
