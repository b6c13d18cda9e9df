import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from "react";
import type { Photo } from "#contract/schemas.ts";
import { createStore } from "#web/lib/store.ts";
import type { LinkProps } from "#web/ui/link.tsx";

/** The photo of the card that was opened last: it morphs into the profile's photo and back. */
interface TransitionPhoto {
  readonly userId: string;
  readonly username: string;
  /** At most one. */
  readonly photos: readonly Photo[];
  /** URL of the size that the browser has loaded: shown while another size loads. */
  readonly src: string | undefined;
}

const carried = createStore<TransitionPhoto | undefined>(undefined);
/** History index at which the card was clicked, until the focus is restored to it. */
let openedAtIndex: number | undefined;

const historyIndex = (): number | undefined => (window.history.state as { idx?: number } | null)?.idx;

const canAnimate = (): boolean =>
  "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The same transition name on both screens makes the browser morph the photo. It must be unique on each screen. */
const TRANSITION_STYLE: CSSProperties = { viewTransitionName: "photo" };

/** The photo to show before the profile is loaded, if the member's card was the last one opened. */
export function useTransitionPhoto(userId: string): (TransitionPhoto & { readonly style: CSSProperties }) | undefined {
  const mine = useSyncExternalStore(
    carried.subscribe,
    () => (carried.read()?.userId === userId ? carried.read() : undefined),
    () => undefined,
  );
  return mine && { ...mine, style: TRANSITION_STYLE };
}

/**
 * Includes a card's photo in the view transition, and restores the focus to the card when the member navigates back.
 * @returns props for the link, and the URL to show while the photo loads again
 */
export function usePhotoTransition(userId: string, username: string, photo: Photo | undefined) {
  const ref = useRef<HTMLAnchorElement>(null);
  const mine = useTransitionPhoto(userId);
  useEffect(() => {
    if (carried.read()?.userId !== userId || openedAtIndex === undefined || openedAtIndex !== historyIndex()) return;
    openedAtIndex = undefined;
    ref.current?.focus({ preventScroll: true });
  }, [userId]);
  const onClick = (): void => {
    const image = ref.current?.querySelector("img");
    const src = image?.complete ? image.currentSrc : undefined;
    openedAtIndex = historyIndex();
    carried.set({ userId, username, photos: photo ? [photo] : [], src });
  };
  // Spread props are not checked where they are used: a link that ignores one would pass it to its element.
  const link = { ref, onClick, viewTransition: canAnimate(), style: mine?.style } satisfies Partial<LinkProps>;
  return { link, previewSrc: mine?.src };
}
