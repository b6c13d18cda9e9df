import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from "react";
import type { Photo } from "#contract/schemas.ts";

/** The photo of whoever was opened last by their card: it goes along to their profile, and back again. */
interface Carried {
  readonly userId: string;
  readonly username: string;
  /** None or one. */
  readonly photos: readonly Photo[];
  /** What of it the browser has at hand: it stands in while another size of it loads. */
  readonly src: string | undefined;
}

let carried: Carried | undefined;
/** The step of the browser's history on which the card was pressed, until the focus is back on it. */
let pressedAt: number | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const step = (): number | undefined => (window.history.state as { idx?: number } | null)?.idx;

/** Whether what is drawn may move from one screen to the next. */
const mayMove = (): boolean =>
  "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What has this name on two screens is one thing to the browser; two of it on one would be none. */
const NAMED: CSSProperties = { viewTransitionName: "photo" };

/** What is known of a member's photo before their profile is; nothing unless their card was what was pressed last. */
export function useCarriedPhoto(userId: string): (Carried & { readonly style: CSSProperties }) | undefined {
  const mine = useSyncExternalStore(
    subscribe,
    () => (carried?.userId === userId ? carried : undefined),
    () => undefined,
  );
  return mine && { ...mine, style: NAMED };
}

/**
 * Makes a card's link take its photo along. Whoever comes back by the browser's history finds the focus where they left it.
 * @returns what the link needs, and what stands in for the photo when it is drawn anew
 */
export function useCarrying(userId: string, username: string, photo: Photo | undefined) {
  const ref = useRef<HTMLAnchorElement>(null);
  const mine = useCarriedPhoto(userId);
  useEffect(() => {
    if (carried?.userId !== userId || pressedAt === undefined || pressedAt !== step()) return;
    pressedAt = undefined;
    ref.current?.focus({ preventScroll: true });
  }, [userId]);
  const onClick = (): void => {
    const image = ref.current?.querySelector("img");
    carried = { userId, username, photos: photo ? [photo] : [], src: image?.complete ? image.currentSrc : undefined };
    pressedAt = step();
    for (const tell of listeners) tell();
  };
  return { link: { ref, onClick, viewTransition: mayMove(), style: mine?.style }, standIn: mine?.src };
}
