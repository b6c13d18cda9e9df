import type { ReactNode } from "react";
import type { CrushLists } from "#contract/crushes.ts";
import type { CrushCredits } from "#web/features/crushes/crush-button.tsx";
import { CrushCard } from "#web/features/crushes/crush-card.tsx";
import css from "#web/features/crushes/crush-list.module.css";
import { hasSentCrush } from "#web/features/crushes/crush-lists.ts";
import { CRUSH_TABS, type CrushTabId } from "#web/features/crushes/crush-tab-ids.ts";
import { PlatePair } from "#web/features/crushes/plate-pair.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** One of the four lists as cards, or why it is empty. */
export function CrushList({ lists, tab, credits }: { lists: CrushLists; tab: CrushTabId; credits: CrushCredits }) {
  const list = CRUSH_TABS.find(({ id }) => id === tab)?.list ?? "crushesReceived";
  const members = lists[list];
  if (members.length === 0) return <EmptyList tab={tab} hasMatches={lists.matches.length > 0} />;
  return (
    <ul className={css.grid}>
      {members.map((member) => (
        <li key={member._id}>
          <CrushCard member={member} tab={tab} isSent={hasSentCrush(lists, member._id)} credits={credits} />
        </li>
      ))}
    </ul>
  );
}

function EmptyList({ tab, hasMatches }: { tab: CrushTabId; hasMatches: boolean }): ReactNode {
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
      return (
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

/** A list before it is known, in its final shape: on a phone all but the sent ones have two lines under the photo. */
export function CrushListSkeleton({ tab }: { tab: CrushTabId }) {
  return (
    <Delayed>
      <p role="status" className={typography.hidden}>
        Loading your crushes
      </p>
      <div className={css.grid}>
        {["first", "second", "third", "fourth"].map((key) => (
          <div key={key}>
            <Skeleton className={css.photo} />
            <div className={classNames(css.foot, tab !== "sent" && css.two, tab === "active" && css.stacked)}>
              <Skeleton className={css.button} />
            </div>
          </div>
        ))}
      </div>
    </Delayed>
  );
}
