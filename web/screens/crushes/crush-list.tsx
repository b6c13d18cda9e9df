import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { CrushListEntry } from "#contract/crushes/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { useCrushCredits } from "#web/domains/crushes/crush-credits.ts";
import { useMarkCrushesSeen, useUnseenCrushCount } from "#web/domains/crushes/crushes.queries.ts";
import { CrushCard } from "#web/screens/crushes/crush-card.tsx";
import css from "#web/screens/crushes/crush-list.module.css";
import type { CrushTabId } from "#web/screens/crushes/crush-tabs.tsx";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

export function CrushList({
  members,
  tab,
  onPass,
}: {
  members: readonly CrushListEntry[];
  tab: CrushTabId;
  onPass: (member: MemberSummary) => void;
}) {
  const credits = useCrushCredits();
  return (
    <ul className={css.grid}>
      {members.map((member, i) => (
        <li key={member._id}>
          <CrushCard
            member={member}
            tab={tab}
            credits={credits}
            onPass={onPass}
            priority={i === 0 ? "high" : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

export function EmptyList({ tab, hasMatches }: { tab: CrushTabId; hasMatches: boolean }): ReactNode {
  const browse = (
    <ButtonLink size="lg" to="/browse">
      Browse profiles
    </ButtonLink>
  );
  switch (tab) {
    case "received":
      return (
        <EmptyState
          art={<PlatePair left="ghost" right="plate" />}
          title="No crushes yet"
          text="Whoever crushes on you shows up here. A full profile with a clear photo gets noticed first."
          action={
            <ButtonLink size="lg" to="/profile">
              Polish your profile
            </ButtonLink>
          }
        />
      );
    case "sent":
      return hasMatches ? (
        <EmptyState
          art={<PlatePair left="plate" right="plate" />}
          title="All your crushes were answered"
          text="They are matches now. The next crush you send waits here until it is answered, too."
          action={
            <ButtonLink size="lg" to="/crushes?tab=matches">
              See your matches
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          art={<PlatePair left="plate" right="ghost" />}
          title="No crushes sent yet"
          text="The crushes you send wait here until they are answered."
          action={browse}
        />
      );
    case "matches":
      return (
        <EmptyState
          art={<PlatePair left="ghost" right="ghost" />}
          title="No matches yet"
          text="Two crushes, one each way, make a match. It can start with yours."
          action={browse}
        />
      );
    case "active":
      return (
        <EmptyState
          art={<PlatePair left="plate" right="plate" />}
          title="No chats yet"
          text="Once you and a match have said hello, you find each other here."
          action={
            hasMatches ? (
              <ButtonLink size="lg" to="/crushes?tab=matches">
                See your matches
              </ButtonLink>
            ) : (
              browse
            )
          }
        />
      );
  }
}

/**
 * The list's loading state, or that of its next page, in its final shape: on phones each card but those of sent crushes has two lines below the
 * photo.
 */
export function CrushListSkeleton({ tab, isMore = false }: { tab: CrushTabId; isMore?: boolean }) {
  return (
    <Delayed>
      <p role="status" className={typography.hidden}>
        {isMore ? "Loading more" : "Loading your crushes"}
      </p>
      <div className={css.grid}>
        {["first", "second", "third", "fourth"].map((key, i) => (
          <div key={key}>
            <Skeleton className={css.photo} isFirstPhoto={!isMore && i === 0} />
            <div className={classNames(css.foot, tab !== "sent" && css.two, tab === "active" && css.stacked)}>
              <Skeleton className={css.button} />
            </div>
          </div>
        ))}
      </div>
    </Delayed>
  );
}

/** Marks crushes as seen when the screen opens, when a crush arrives, and when a hidden tab becomes visible. */
export function useSeenTracking(): void {
  const { mutate } = useMarkCrushesSeen();
  const unseen = useUnseenCrushCount() ?? 0;
  const isMarked = useRef(false);
  const markSeen = useEffectEvent((count: number) => {
    if (document.visibilityState !== "visible" || (isMarked.current && count === 0)) return;
    isMarked.current = true;
    mutate();
  });
  const onVisibilityChange = useEffectEvent(() => markSeen(unseen));

  useEffect(() => markSeen(unseen), [unseen]);

  useEffect(() => {
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, []);
}

type PlateKind = "plate" | "ghost";

/** Two weight plates on a heartbeat line. A `ghost` is an outline for the member who is missing. */
function PlatePair({ left, right }: { left: PlateKind; right: PlateKind }) {
  return (
    <svg viewBox="0 0 340 170" width="340" height="170" fill="none" aria-hidden="true">
      <path
        d="M0 90H137l7 -9 6 9h8l5 9 10 -50 11 65 8 -24h11H340"
        stroke="var(--border)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Plate x={76} kind={left} turn={-150} />
      <Plate x={264} kind={right} turn={-30} />
    </svg>
  );
}

function Plate({ x, kind, turn }: { x: number; kind: PlateKind; turn: number }) {
  if (kind === "ghost") {
    return (
      <g transform={`translate(${x} 90)`} stroke="var(--border)" strokeWidth="1.5" strokeDasharray="4 5">
        <circle r="58" fill="var(--bg)" />
        <circle r="20" />
      </g>
    );
  }
  return (
    <g transform={`translate(${x} 90)`}>
      <PlateFace radius={58} slot={turn} fill="var(--iron)" rim="var(--iron-rim)" ground="var(--bg)" />
    </g>
  );
}
