import { Fragment, type ReactNode, type RefObject, startTransition, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { ProfileCard } from "#web/domains/discovery/profile-card.tsx";
import type { PhotoPriority } from "#web/domains/members/photos/photo.tsx";
import { InfiniteScrollSentinel } from "#web/lib/infinite-scroll-sentinel.tsx";
import { whenIdle } from "#web/lib/when-idle.ts";
import css from "#web/screens/browse/profile-grid.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Number of photos on the first screen of a wide desktop. On a phone it is one. */
const EAGER_COUNT = 4;

function getPriority(index: number, hasCardsAbove: boolean): PhotoPriority | undefined {
  if (hasCardsAbove) return undefined;
  if (index === 0) return "high";
  return index < EAGER_COUNT ? "auto" : undefined;
}

/** Cards that are rendered at once, with those of the daily set. A slow phone takes a second for a page of them. */
const FIRST_COUNT = 6;

interface Props {
  profiles: readonly BrowseProfile[];
  /** Sets the grid off from the daily set above it. */
  title: string | undefined;
  action: (profile: BrowseProfile, nameId: string) => ReactNode;
  /** "Not now"; undefined for a member to whom a crush was sent. */
  onPass: (profile: BrowseProfile) => (() => void) | undefined;
  isLoadingMore: boolean;
  /** A new search is running, so the cards are inert until they are replaced. */
  isReplacing: boolean;
  /** The number of cards of the daily set above the grid. */
  cardsAbove: number;
  /** After the last card. */
  children: ReactNode;
}

export function ProfileGrid({
  profiles,
  title,
  action,
  onPass,
  isLoadingMore: isGrowing,
  isReplacing: isLeaving,
  cardsAbove,
  children,
}: Props) {
  const { areShown, show } = useAllCards();
  const firstCount = Math.max(1, FIRST_COUNT - cardsAbove);
  const shown = areShown ? profiles : profiles.slice(0, firstCount);
  // The server lists them last.
  const firstKnown = shown.findIndex(({ crushSent }) => crushSent);
  return (
    <>
      {title && profiles.length > 0 && (
        <h2 className={classNames(css.title, typography.display, typography.d20)}>{title}</h2>
      )}
      <ul className={classNames(css.grid, isLeaving && css.leaving)} inert={isLeaving}>
        {shown.map((profile, i) => (
          <Fragment key={profile.id}>
            {i === firstKnown && (
              <li className={css.divider}>
                <h2 className={classNames(typography.display, typography.d20)}>You crushed on them</h2>
              </li>
            )}
            <li>
              <ProfileCard
                profile={profile}
                heading={title ? "h3" : "h2"}
                priority={getPriority(i, cardsAbove > 0)}
                action={(nameId) => action(profile, nameId)}
                onPass={onPass(profile)}
              />
            </li>
          </Fragment>
        ))}
      </ul>
      {isGrowing && (
        <div className={css.more}>
          <ProfileGridSkeleton count={4} />
        </div>
      )}
      {areShown || profiles.length <= firstCount ? children : <InfiniteScrollSentinel onNear={show} />}
    </>
  );
}

/**
 * Whether all cards are rendered: false until the first ones are on the screen and the browser is idle, or the reader
 * comes near their end. A member who goes back to the list gets all at once, at the position where they left it.
 */
function useAllCards(): { readonly areShown: boolean; readonly show: () => void } {
  const [navigation, { key }] = [useNavigationType(), useLocation()];
  const isReturning = navigation === "POP" && key !== "default";
  const [areShown, setShown] = useState(isReturning);
  const show = () => startTransition(() => setShown(true));
  const showWhenIdle = useEffectEvent(show);
  useEffect(() => whenIdle(showWhenIdle), []);
  return { areShown, show };
}

/** The grid's loading state, in its final shape. Below the daily set, it has a title, but not the first photo. */
export function ProfileGridSkeleton({ count = 8, isBelowSet = false }: { count?: number; isBelowSet?: boolean }) {
  return (
    <Delayed>
      <p role="status" className={typography.hidden}>
        Loading profiles
      </p>
      {isBelowSet && (
        <div className={css.title}>
          <Skeleton className={css.titleLine} />
        </div>
      )}
      <div className={css.grid}>
        {Array.from({ length: count }, (_, i) => `card ${i}`).map((key, i) => (
          <CardSkeleton key={key} isFirstPhoto={!isBelowSet && i === 0} />
        ))}
      </div>
    </Delayed>
  );
}

/** The loading state of a card. */
export const CardSkeleton = ({ isFirstPhoto }: { isFirstPhoto: boolean }) => (
  <div>
    <div className={css.photo}>
      <Skeleton className={css.fill} isFirstPhoto={isFirstPhoto} />
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
);

/** The place of a card's button while the wallet is loading. */
export const CardActionSkeleton = () => (
  <Delayed>
    <Skeleton className={css.button} />
  </Delayed>
);

const listCards = (container: HTMLElement): HTMLElement[] => [...container.querySelectorAll("article")];

/**
 * Keeps the focus within the cards when the focused card is removed: moves it to the card at the same position of its
 * list, else to the last one there, else to a card of another list.
 * @param onNoCardLeft called when no card is left
 */
export function useCardFocusRecovery(ref: RefObject<HTMLElement | null>, onNoCardLeft: () => void): void {
  useEffect(() => {
    const container = ref.current;
    if (!container) return;
    let last: { readonly element: HTMLElement; readonly card: HTMLElement; readonly list: HTMLElement } | undefined;
    let index = 0;

    const onFocusIn = ({ target }: FocusEvent) => {
      const card = target instanceof HTMLElement && container.contains(target) ? target.closest("article") : null;
      const list = card?.closest("ul");
      last = card && list && target instanceof HTMLElement ? { element: target, card, list } : undefined;
      if (last) index = listCards(last.list).indexOf(last.card);
    };
    const onFocusOut = () =>
      // Losing the focus while still mounted means that the user moved it on purpose.
      queueMicrotask(() => {
        if (last?.element.isConnected && document.activeElement === document.body) last = undefined;
      });
    const observer = new MutationObserver(() => {
      if (!last) return;
      const { element, card, list } = last;
      if (card.isConnected) index = listCards(list).indexOf(card);
      if (element.isConnected || document.activeElement !== document.body) return;
      last = undefined;
      const inList = list.isConnected ? listCards(list) : [];
      const cards = inList.length > 0 ? inList : listCards(container);
      const near = cards[Math.min(index, cards.length - 1)]?.querySelector("a");
      // A crush is sent after some seconds. Its member may have scrolled on.
      if (near) near.focus({ preventScroll: true });
      else onNoCardLeft();
    });

    observer.observe(container, { childList: true, subtree: true });
    document.addEventListener("focusin", onFocusIn);
    container.addEventListener("focusout", onFocusOut);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", onFocusIn);
      container.removeEventListener("focusout", onFocusOut);
    };
  }, [ref, onNoCardLeft]);
}
