import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { BrowseProfile } from "#contract/discovery.ts";
import { ProfileCard } from "#web/features/browse/profile-card.tsx";
import css from "#web/features/browse/profile-grid.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Photos that can be on the first screen of a wide desktop. */
const PRIORITY_COUNT = 4;

interface Props {
  profiles: readonly BrowseProfile[];
  action: (profile: BrowseProfile, nameId: string) => ReactNode;
  /** More cards are on their way. */
  isLoadingMore: boolean;
  /** Others take their places in a moment. */
  isReplacing: boolean;
}

/** All cards so far; while more come, their places. */
export function ProfileGrid({ profiles, action, isLoadingMore: growing, isReplacing: leaving }: Props) {
  return (
    <>
      <ul className={classNames(css.grid, leaving && css.leaving)} inert={leaving}>
        {profiles.map((profile, i) => (
          <li key={profile.id}>
            <ProfileCard profile={profile} priority={i < PRIORITY_COUNT} action={(nameId) => action(profile, nameId)} />
          </li>
        ))}
      </ul>
      {growing && (
        <div className={css.more}>
          <ProfileGridSkeleton count={4} />
        </div>
      )}
    </>
  );
}

/** The grid before its members are known, in its final shape. */
export function ProfileGridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <Delayed>
      <p role="status" className={typography.hidden}>
        Loading profiles
      </p>
      <div className={css.grid}>
        {Array.from({ length: count }, (_, i) => `card ${i}`).map((key) => (
          <div key={key}>
            <div className={css.photo}>
              <Skeleton className={css.fill} />
              <span className={css.reason} />
              <span className={css.name} />
              <span className={css.goal} />
            </div>
            <div className={css.foot}>
              <span className={css.where}>
                <Skeleton className={css.line} />
                <Skeleton className={css.line} />
              </span>
              <Skeleton className={css.button} />
            </div>
          </div>
        ))}
      </div>
    </Delayed>
  );
}

/** Calls `onNear` when this place comes within about two screens of view. A new key makes it look again. */
export function InfiniteScrollSentinel({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: "0px 0px 200% 0px" },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return <div ref={place} />;
}

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
