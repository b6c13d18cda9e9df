import { type RefObject, useEffect } from "react";
import { createStore } from "#web/lib/store.ts";

/** At least in part. */
export const visibleCards = createStore<ReadonlySet<string>>(new Set());

function setVisible(messageId: string, isVisible: boolean): void {
  const next = new Set(visibleCards.read());
  if (isVisible) next.add(messageId);
  else next.delete(messageId);
  visibleCards.set(next);
}

/** Cards far from the view are not rendered, and count as out of it. */
export function useCardVisibility(card: RefObject<HTMLElement | null>, messageId: string): void {
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      setVisible(messageId, entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setVisible(messageId, false);
    };
  }, [card, messageId]);
}
