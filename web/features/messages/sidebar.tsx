import type { ReactNode } from "react";
import type { Conversation } from "#contract/messages.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { TwoPlates } from "#web/features/messages/chat-placeholder.tsx";
import { ConversationRow } from "#web/features/messages/conversation-row.tsx";
import { useConversations, useMatchLists, useTyping } from "#web/features/messages/messages.queries.ts";
import { NewMatches } from "#web/features/messages/new-matches.tsx";
import css from "#web/features/messages/sidebar.module.css";
import { useStanding } from "#web/lib/standing.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { TryAgain } from "#web/ui/try-again.tsx";
import type from "#web/ui/type.module.css";

/** Who is matched and has not been written to, whichever of the two lists knows it first. */
export function listNewMatches(
  lists: { matches: readonly MemberSummary[]; activeConnections: readonly MemberSummary[] },
  conversations: readonly Conversation[],
): MemberSummary[] {
  const active = new Set([...lists.activeConnections, ...conversations.map((one) => one.otherUser)].map((m) => m._id));
  return lists.matches.filter((member) => !active.has(member._id));
}

/**
 * New matches and all conversations.
 * @param current whose chat is open; their name then is the page's heading
 * @param ask what whoever has a match is asked over the lists
 */
export function Sidebar({
  me,
  current,
  ask,
}: {
  me: string;
  current: string | undefined;
  ask: (newest: MemberSummary) => ReactNode;
}) {
  const conversations = useStanding(useConversations());
  const lists = useMatchLists();
  // Both come at once, so that neither pushes the other down; but a list that fails is not waited for.
  const newest = lists.data?.matches[0];
  const loading = conversations.isPending || (lists.isPending && lists.failureCount === 0);
  return (
    <>
      <PageHead title="Messages" as={current === undefined ? "h1" : "h2"} className={css.head} />
      {loading ? (
        <RowSkeletons />
      ) : (
        <>
          {newest && ask(newest)}
          <SidebarLists
            conversations={conversations.data}
            matches={lists.data ? listNewMatches(lists.data, conversations.data ?? []) : []}
            onRetry={() => void conversations.refetch()}
            me={me}
            current={current}
          />
        </>
      )}
    </>
  );
}

interface SidebarListsProps {
  /** Undefined where they could not be loaded. */
  conversations: Conversation[] | undefined;
  matches: readonly MemberSummary[];
  onRetry: () => void;
  me: string;
  current: string | undefined;
}

function SidebarLists({ conversations, matches, onRetry, me, current }: SidebarListsProps) {
  const Heading = current === undefined ? "h2" : "h3";
  return (
    <>
      {matches.length > 0 && (
        <section aria-labelledby="new-matches">
          <Heading id="new-matches" className={css.heading}>
            New Matches
          </Heading>
          <NewMatches members={matches} current={current} />
        </section>
      )}
      {conversations?.length === 0 ? (
        <NoConversations matched={matches.length > 0} heading={Heading} />
      ) : (
        <section aria-labelledby="conversations">
          <Heading id="conversations" className={classNames(css.heading, css.tight)}>
            Conversations
          </Heading>
          {conversations ? (
            <ConversationRows conversations={conversations} me={me} current={current} />
          ) : (
            <div className={css.failed}>
              <TryAgain what="Your conversations did not load." onRetry={onRetry} />
            </div>
          )}
        </section>
      )}
    </>
  );
}

function ConversationRows({
  conversations,
  me,
  current,
}: {
  conversations: Conversation[];
  me: string;
  current?: string | undefined;
}) {
  const typing = useTyping();
  return (
    <ul className={css.rows}>
      {conversations.map((conversation) => (
        <li key={conversation.conversationId}>
          <ConversationRow
            conversation={conversation}
            me={me}
            isTyping={conversation.otherUser._id in typing}
            isCurrent={conversation.otherUser._id === current}
          />
        </li>
      ))}
    </ul>
  );
}

function NoConversations({ matched, heading: Heading }: { matched: boolean; heading: "h2" | "h3" }) {
  return (
    <div className={css.none}>
      <TwoPlates className={css.noneArt} />
      <Heading className={classNames(type.display, type.d24)}>No conversations yet</Heading>
      <p className={type.muted}>
        {matched
          ? "Somebody is waiting up there. Say something first."
          : "When someone you crushed on crushes back, you can talk here."}
      </p>
      {!matched && (
        <ButtonLink to="/browse" size="lg" className={css.noneAction}>
          Browse
        </ButtonLink>
      )}
    </div>
  );
}

function RowSkeletons() {
  return (
    <Delayed>
      <ul className={css.rows} aria-hidden="true">
        {[132, 96, 150, 110, 128].map((width) => (
          <li key={width} className={css.row}>
            <Skeleton className={css.face} style={{ width: 56, height: 56, borderRadius: "50%" }} />
            <Skeleton style={{ width: width * 0.7, height: 14, margin: "var(--s1) 0" }} />
            <span />
            <Skeleton style={{ width: width * 1.4, height: 12, margin: "var(--s15) 0", maxWidth: "100%" }} />
          </li>
        ))}
      </ul>
    </Delayed>
  );
}
