import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import { MemberPhoto } from "#web/domains/members/photos/photo.tsx";
import css from "#web/domains/members/photos/photo-carousel.module.css";
import { CAROUSEL_SIZES } from "#web/domains/members/photos/photo-sizes.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

/** A scrollable list must be reachable by keyboard (WCAG 2.1.1); the linter cannot detect that this one scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const;

interface Props {
  photos: readonly Photo[];
  username: string;
  /** Handles the arrow keys wherever the focus is, unless the focused element needs them. */
  handlesGlobalKeys?: boolean;
  /** URL of a size of the first photo that the browser has already loaded. */
  previewSrc?: string | undefined;
  /** Rendered on the current photo. */
  action?: ((photo: Photo) => ReactNode) | undefined;
  /** Overlays the top of the photos, for example the back button on phones. */
  children?: ReactNode;
}

/** A member's photos side by side: swiped or stepped through with buttons or arrow keys, in a loop. */
export function PhotoCarousel({
  photos,
  username,
  handlesGlobalKeys: everywhere = false,
  previewSrc,
  action,
  children,
}: Props) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  /** Target of a running smooth scroll: the next step starts from there. */
  const target = useRef<number>(undefined);
  /** Width at the last alignment. */
  const width = useRef(0);
  const count = photos.length;
  const current = photos[at];
  const shownAction = current && action && (
    <div key={current._id} className={css.action}>
      {action(current)}
    </div>
  );

  function step(delta: number): void {
    if (!strip.current) return;
    const to = ((target.current ?? at) + delta + count) % count;
    target.current = to;
    setAt(to);
    strip.current.scrollTo({ left: to * strip.current.clientWidth });
  }
  function updateCurrent({ scrollLeft, clientWidth }: HTMLElement): void {
    // After a resize the scroll position still belongs to the old width.
    if (clientWidth !== width.current) return;
    // Photos that are passed during a smooth scroll do not become current.
    if (target.current !== undefined && Math.abs(scrollLeft - target.current * clientWidth) > 1) return;
    target.current = undefined;
    setAt(Math.round(scrollLeft / clientWidth));
  }
  function clearTarget(): void {
    target.current = undefined;
  }

  /** Keeps the current photo in view when the window is resized: browsers keep the scroll offset in pixels instead. */
  const realign = useEffectEvent((list: HTMLElement) => {
    // Not displayed, so there is no position to restore.
    if (list.clientWidth === 0) return;
    width.current = list.clientWidth;
    list.scrollTo({ left: (target.current ?? at) * list.clientWidth, behavior: "instant" });
  });
  const many = count > 1;
  useEffect(() => {
    const list = strip.current;
    if (!many || !list) return;
    const observer = new ResizeObserver(() => realign(list));
    observer.observe(list);
    return () => observer.disconnect();
  }, [many]);

  const press = useArrowKeys(step, everywhere && many);

  if (!many) {
    return (
      <div className={css.carousel}>
        <MemberPhoto
          photo={photos[0]}
          previewSrc={previewSrc}
          username={username}
          sizes={CAROUSEL_SIZES}
          className={css.photo}
          priority="high"
        />
        {shownAction}
        {children}
      </div>
    );
  }
  return (
    <section
      className={classNames(css.carousel, css.many)}
      aria-roledescription="carousel"
      aria-label={`Photos of ${username}`}
      onKeyDown={(event) => press(event.nativeEvent)}
    >
      <ul
        ref={strip}
        className={css.strip}
        {...FOCUSABLE}
        aria-label={`${at + 1} of ${count}`}
        onScroll={({ currentTarget }) => updateCurrent(currentTarget)}
        onTouchStart={clearTarget}
        onWheel={clearTarget}
      >
        {photos.map((photo, i) => (
          <li key={photo._id} className={css.slide} inert={i !== at}>
            <MemberPhoto
              photo={photo}
              previewSrc={i === 0 ? previewSrc : undefined}
              username={username}
              sizes={CAROUSEL_SIZES}
              className={css.photo}
              priority={i === 0 ? "high" : undefined}
            />
          </li>
        ))}
      </ul>
      <div className={css.segments} aria-hidden="true">
        {photos.map((photo, i) => (
          <i key={photo._id} className={classNames(i === at && css.on)} />
        ))}
      </div>
      <p className={typography.hidden} role="status">
        Photo {at + 1} of {count}
      </p>
      {children}
      {shownAction}
      <div className={css.arrows}>
        <IconButton variant="photo" label="Previous photo" onClick={() => step(-1)}>
          <ChevronLeft />
        </IconButton>
        <IconButton variant="photo" label="Next photo" onClick={() => step(1)}>
          <ChevronRight />
        </IconButton>
      </div>
    </section>
  );
}

/**
 * @param isListening to keys pressed anywhere on the page
 * @returns handles a key that was pressed on the photos
 */
function useArrowKeys(step: (delta: number) => void, isListening: boolean): (event: KeyboardEvent) => void {
  function press(event: KeyboardEvent): void {
    const delta = getArrowDirection(event);
    if (delta === 0 || event.defaultPrevented) return;
    event.preventDefault();
    step(delta);
  }
  const pressAnywhere = useEffectEvent((event: KeyboardEvent) => {
    if (areArrowKeysFree(event.target)) press(event);
  });
  useEffect(() => {
    if (!isListening) return;
    document.addEventListener("keydown", pressAnywhere);
    return () => document.removeEventListener("keydown", pressAnywhere);
  }, [isListening]);
  return press;
}

/** Elements that handle the arrow keys themselves while they have the focus. */
const ARROW_KEY_CONSUMERS =
  "input, select, textarea, [contenteditable], [role=slider], [role=radiogroup], [role=tablist]";
/** Elements that cover the page while they are open. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], dialog[open]";

/** Returns 1 for right, -1 for left and 0 for other keys. With a modifier a key belongs to the browser. */
function getArrowDirection({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): -1 | 0 | 1 {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key === "ArrowRight") return 1;
  return key === "ArrowLeft" ? -1 : 0;
}

const areArrowKeysFree = (target: EventTarget | null): boolean =>
  !(target instanceof Element && target.closest(ARROW_KEY_CONSUMERS)) && document.querySelector(OVERLAYS) === null;
