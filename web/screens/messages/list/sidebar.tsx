import type { ReactNode } from "react";
import type { Conversation } from "#contract/chat/messages.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { useConversations } from "#web/domains/chat/conversation-list.queries.ts";
import { listNewMatches } from "#web/domains/chat/conversation-summary.ts";
import { useCrushList } from "#web/domains/crushes/crushes.queries.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { TwoPlates } from "#web/screens/messages/chat-placeholder.tsx";
import { buildSampleConversations, buildSampleMatches } from "#web/screens/messages/first-text-samples.ts";
import rows from "#web/screens/messages/list/conversation-list.module.css";
import { ConversationList } from "#web/screens/messages/list/conversation-list.tsx";
import { NewMatches } from "#web/screens/messages/list/new-matches.tsx";
import { SearchField } from "#web/screens/messages/list/search-field.tsx";
import { useSearchText } from "#web/screens/messages/list/search-text.ts";
import css from "#web/screens/messages/list/sidebar.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

const searchResults = lazyModule(() =>
  import("#web/screens/messages/list/search-results.tsx").then((file) => file.SearchResults),
);

/** The latest match without a message, else the latest conversation, neither muted nor archived. */
export function findNewestToHear(
  unmessaged: readonly MemberSummary[],
  conversations: readonly Conversation[],
): MemberSummary | undefined {
  const quiet = conversations.filter(({ isMuted, isArchived }) => isMuted || isArchived);
  const candidates = [...unmessaged, ...conversations.map(({ otherUser }) => otherUser).filter((one) => !one.isGone)];
  return candidates.find((member) => !quiet.some(({ otherUser }) => otherUser._id === member._id));
}

/**
 * @param current the member whose chat is open; the page's heading is their name then
 * @param ask renders a prompt below the lists if there is a match with notifications
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
  const conversations = useStickyError(useConversations());
  const unmessaged = useCrushList("unmessaged");
  // Both lists appear at once, so that neither moves the other. A list that failed does not delay the other.
  const newest = unmessaged.data && findNewestToHear(unmessaged.data, conversations.data ?? []);
  const loading = conversations.isPending || (unmessaged.isPending && unmessaged.failureCount === 0);
  return (
    <>
      <PageHeader title="Messages" as={current === undefined ? "h1" : "h2"} className={css.head} />
      {loading ? (
        <>
          <RowSkeletons />
          {import.meta.env.SSR && (
            // The inline script fills it with the first conversations.
            <template data-first-text="list">
              <SidebarLists
                conversations={buildSampleConversations()}
                matches={buildSampleMatches()}
                onMoreMatches={undefined}
                onRetry={() => undefined}
                me={me}
                current={current}
              />
            </template>
          )}
        </>
      ) : (
        <>
          <SidebarLists
            conversations={conversations.data}
            matches={unmessaged.data ? listNewMatches(unmessaged.data, conversations.data ?? []) : []}
            onMoreMatches={unmessaged.hasNextPage ? () => void unmessaged.fetchNextPage() : undefined}
            onRetry={() => void conversations.refetch()}
            me={me}
            current={current}
          />
          {newest && ask(newest)}
        </>
      )}
    </>
  );
}

interface SidebarListsProps {
  /** Undefined if they failed to load. */
  conversations: readonly Conversation[] | undefined;
  matches: readonly MemberSummary[];
  /** Loads more of them. */
  onMoreMatches: (() => void) | undefined;
  onRetry: () => void;
  me: string;
  current: string | undefined;
}

function SidebarLists({ conversations, matches, onMoreMatches, onRetry, me, current }: SidebarListsProps) {
  const Heading = current === undefined ? "h2" : "h3";
  const [searchText, setSearchText] = useSearchText();
  const text = searchText.trim();
  const Results = useLazyModule(searchResults, text !== "", () => setSearchText(""));
  const isSearchable = conversations && conversations.length > 0;
  const field = isSearchable && <SearchField text={searchText} onChange={setSearchText} />;
  if (conversations && text !== "") {
    return (
      <>
        {field}
        <LazyRender as={Results} {...{ text, conversations, matches, me, current }} heading={Heading} />
      </>
    );
  }
  const heading = (
    <Heading id="conversations" className={classNames(css.heading, css.tight)}>
      Conversations
    </Heading>
  );
  return (
    <>
      {field}
      {matches.length > 0 && (
        <section aria-labelledby="new-matches">
          <Heading id="new-matches" className={css.heading}>
            New Matches
          </Heading>
          <NewMatches members={matches} current={current} onMore={onMoreMatches} />
        </section>
      )}
      {conversations?.length === 0 ? (
        <NoConversations matched={matches.length > 0} heading={Heading} />
      ) : (
        <section aria-labelledby="conversations">
          {conversations ? (
            <ConversationList {...{ conversations, me, current, heading }} skeletons={<RowSkeletons />} />
          ) : (
            <>
              {heading}
              <div className={css.failed}>
                <InlineError message="Your conversations did not load." onRetry={onRetry} />
              </div>
            </>
          )}
        </section>
      )}
    </>
  );
}

function NoConversations({ matched, heading: Heading }: { matched: boolean; heading: "h2" | "h3" }) {
  return (
    <div className={css.none}>
      <TwoPlates className={css.noneArt} />
      {/* On larger screens the pane beside the list says it. */}
      <p className={classNames(css.welcome, typography.phone)}>Welcome to your messages</p>
      <Heading className={classNames(typography.display, typography.d24)}>No conversations yet</Heading>
      <p className={typography.muted}>
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
      <ul aria-hidden="true">
        {[132, 96, 150, 110, 128].map((width) => (
          <li key={width} className={rows.row}>
            <Skeleton className={rows.face} style={{ width: 56, height: 56, borderRadius: "50%" }} />
            <Skeleton style={{ width: width * 0.7, height: 14, margin: "var(--s1) 0" }} />
            <span />
            <Skeleton style={{ width: width * 1.4, height: 12, margin: "var(--s15) 0", maxWidth: "100%" }} />
          </li>
        ))}
      </ul>
    </Delayed>
  );
}
