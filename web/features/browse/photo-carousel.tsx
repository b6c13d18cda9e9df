import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Photo } from "#contract/schemas.ts";
import css from "#web/features/browse/photo-carousel.module.css";
import { MemberPhoto } from "#web/features/members/photo.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

const SIZES = "(min-width: 1252px) 500px, (min-width: 700px) 42vw, 100vw";

/** What scrolls has to be reached by keyboard (WCAG 2.1.1); the linter cannot see that this list scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const;

interface Props {
  photos: readonly Photo[];
  username: string;
  /** The arrow keys are its own wherever the focus is, unless something there needs them. */
  handlesGlobalKeys?: boolean;
  /** The address of a size of the first one that the browser has already. */
  standIn?: string | undefined;
  /** What lies over the top of the photos: the way back on phones. */
  children?: ReactNode;
}

/** A member's photos side by side: swiped, stepped through with buttons or arrow keys, round and round. */
export function PhotoCarousel({ photos, username, handlesGlobalKeys: everywhere = false, standIn, children }: Props) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  /** The photo it is on its way to, while nobody's finger leads it: the next press goes on from there. */
  const aim = useRef<number>(undefined);
  /** The width that it was last set right for. */
  const width = useRef(0);
  const count = photos.length;

  function step(by: number): void {
    if (!strip.current) return;
    const to = ((aim.current ?? at) + by + count) % count;
    aim.current = to;
    setAt(to);
    strip.current.scrollTo({ left: to * strip.current.clientWidth });
  }
  function follow({ scrollLeft, clientWidth }: HTMLElement): void {
    // In a window that was just turned the place is still that of the old width.
    if (clientWidth !== width.current) return;
    // What passes by on the way is not looked at.
    if (aim.current !== undefined && Math.abs(scrollLeft - aim.current * clientWidth) > 1) return;
    aim.current = undefined;
    setAt(Math.round(scrollLeft / clientWidth));
  }
  function letGo(): void {
    aim.current = undefined;
  }

  /** Keeps the photo that is looked at when the window is turned: browsers keep the pixels. */
  const stay = useEffectEvent((list: HTMLElement) => {
    // Where it is not drawn it has no place.
    if (list.clientWidth === 0) return;
    width.current = list.clientWidth;
    list.scrollTo({ left: (aim.current ?? at) * list.clientWidth, behavior: "instant" });
  });
  const many = count > 1;
  useEffect(() => {
    const list = strip.current;
    if (!many || !list) return;
    const turning = new ResizeObserver(() => stay(list));
    turning.observe(list);
    return () => turning.disconnect();
  }, [many]);

  function press(event: KeyboardEvent): void {
    const by = getArrowDirection(event);
    if (by === 0 || event.defaultPrevented) return;
    event.preventDefault();
    step(by);
  }
  const pressAnywhere = useEffectEvent((event: KeyboardEvent) => {
    if (areArrowKeysFree(event.target)) press(event);
  });
  const listens = everywhere && many;
  useEffect(() => {
    if (!listens) return;
    document.addEventListener("keydown", pressAnywhere);
    return () => document.removeEventListener("keydown", pressAnywhere);
  }, [listens]);

  if (!many) {
    return (
      <div className={css.carousel}>
        <MemberPhoto
          photo={photos[0]}
          standIn={standIn}
          username={username}
          sizes={SIZES}
          className={css.photo}
          priority
        />
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
        onScroll={({ currentTarget }) => follow(currentTarget)}
        onTouchStart={letGo}
        onWheel={letGo}
      >
        {photos.map((photo, i) => (
          <li key={photo._id} className={css.slide} inert={i !== at}>
            <MemberPhoto
              photo={photo}
              standIn={i === 0 ? standIn : undefined}
              username={username}
              sizes={SIZES}
              className={css.photo}
              priority={i === 0}
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

/** What has a use of its own for the arrow keys while it has the focus. */
const ARROW_KEY_CONSUMERS =
  "input, select, textarea, [contenteditable], [role=slider], [role=radiogroup], [role=tablist]";
/** What covers the page while it is open. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], dialog[open]";

/** Which way an arrow key leads: 1 to the right, -1 to the left. 0 for others, and with a modifier: those are the browser's. */
function getArrowDirection({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): -1 | 0 | 1 {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key === "ArrowRight") return 1;
  return key === "ArrowLeft" ? -1 : 0;
}

/** Whether nothing else waits for the arrow keys: what has the focus has no use for them, and nothing is open over the page. */
const areArrowKeysFree = (target: EventTarget | null): boolean =>
  !(target instanceof Element && target.closest(ARROW_KEY_CONSUMERS)) && document.querySelector(OVERLAYS) === null;
