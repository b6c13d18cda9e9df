import { type RefObject, useEffect } from "react";

/** The cards on a screen, in order. */
const listCards = (place: HTMLElement): HTMLElement[] => [...place.querySelectorAll("article")];

/**
 * Keeps the focus among the cards when the one that had it goes, for its member has gone: it goes to the card that takes its
 * place, else to the last one.
 * @param instead called where no card is left
 */
export function useCardFocusRecovery(ref: RefObject<HTMLElement | null>, instead: () => void): void {
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    let last: { readonly element: HTMLElement; readonly card: HTMLElement } | undefined;
    let index = 0;

    const focused = ({ target }: FocusEvent) => {
      const card = target instanceof HTMLElement && place.contains(target) ? target.closest("article") : null;
      last = card && target instanceof HTMLElement ? { element: target, card } : undefined;
      if (card) index = listCards(place).indexOf(card);
    };
    const left = () =>
      // What loses the focus and stays was left on purpose.
      queueMicrotask(() => {
        if (last?.element.isConnected && document.activeElement === document.body) last = undefined;
      });
    const observer = new MutationObserver(() => {
      if (!last) return;
      const cards = listCards(place);
      if (last.card.isConnected) index = cards.indexOf(last.card);
      if (last.element.isConnected || document.activeElement !== document.body) return;
      last = undefined;
      const near = cards[Math.min(index, cards.length - 1)]?.querySelector("a");
      if (near) near.focus();
      else instead();
    });

    observer.observe(place, { childList: true, subtree: true });
    document.addEventListener("focusin", focused);
    place.addEventListener("focusout", left);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", focused);
      place.removeEventListener("focusout", left);
    };
  }, [ref, instead]);
}
