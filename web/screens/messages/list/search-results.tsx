import { Fragment, useEffect, useEffectEvent } from "react";
import type { Conversation, FoundMessage } from "#contract/chat/messages.ts";
import { PAGE_SIZE, SEARCH_MIN } from "#contract/limits.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { counted } from "#contract/words.ts";
import { useOlderConversations } from "#web/domains/chat/conversation-list.queries.ts";
import { DemoTag } from "#web/domains/members/names/demo-tag.tsx";
import { Avatar } from "#web/domains/members/photos/avatar.tsx";
import rows from "#web/screens/messages/list/conversation-list.module.css";
import { ConversationRow } from "#web/screens/messages/list/conversation-list.tsx";
import { NewMatches } from "#web/screens/messages/list/new-matches.tsx";
import { RelativeTime } from "#web/screens/messages/list/relative-time.tsx";
import { useMessageSearch } from "#web/screens/messages/list/search.queries.ts";
import css from "#web/screens/messages/list/search-results.module.css";
import headings from "#web/screens/messages/list/sidebar.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

export interface MessageLinkState {
  readonly messageId?: string;
}

interface Props {
  text: string;
  conversations: readonly Conversation[];
  matches: readonly MemberSummary[];
  me: string;
  current: string | undefined;
  heading: "h2" | "h3";
}

export function SearchResults({ text, conversations, matches, me, current, heading: Heading }: Props) {
  const search = useMessageSearch(text);
  const older = useAllConversations();
  const isNamed = ({ username }: MemberSummary) => username.toLowerCase().includes(text.toLowerCase());
  const [people, newPeople] = [conversations.filter((one) => isNamed(one.otherUser)), matches.filter(isNamed)];
  const isTooShort = text.length < SEARCH_MIN;
  const found = isTooShort ? [] : search.found;
  const peopleCount = people.length + newPeople.length;
  const isSettled =
    !older.isLoading && (isTooShort || (search.isSuccess && !search.isPlaceholderData && !search.isGoingOn));
  const hasOlder = !isTooShort && isSettled && search.hasNextPage && !search.isError;
  return (
    <>
      <p role="status" className={typography.hidden}>
        {isSettled && `${counted(peopleCount, "person", "people")}, ${counted(found.length, "message", "messages")}`}
      </p>
      {peopleCount > 0 && (
        <section aria-labelledby="found-people">
          <Heading id="found-people" className={classNames(headings.heading, headings.tight)}>
            People
          </Heading>
          {newPeople.length > 0 && <NewMatches members={newPeople} current={current} />}
          <ul>
            {people.map((conversation) => (
              <li key={conversation.conversationId}>
                <ConversationRow
                  conversation={conversation}
                  me={me}
                  draft={undefined}
                  isTyping={false}
                  isCurrent={conversation.otherUser._id === current}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.length > 0 && (
        <section aria-labelledby="found-messages" className={classNames(search.isPlaceholderData && css.stale)}>
          <Heading id="found-messages" className={classNames(headings.heading, headings.tight)}>
            Messages
          </Heading>
          <ul>
            {found.map((message) => (
              <li key={message._id}>
                <FoundRow message={message} text={text} me={me} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {older.isError && (
        <div className={headings.failed}>
          <InlineError message="Not all people were searched." onRetry={older.retry} />
        </div>
      )}
      {search.isError && !isTooShort && (
        <div className={headings.failed}>
          <InlineError message="Your messages were not searched." onRetry={() => void search.refetch()} />
        </div>
      )}
      {isSettled && peopleCount + found.length === 0 && (
        <p className={css.note}>
          {hasOlder ? "Nothing found in your latest messages." : `Nothing found for “${text}”.`}
          {isTooShort && " Messages are searched from two characters on."}
        </p>
      )}
      {older.isLoading ? (
        <p className={css.note}>Searching older conversations…</p>
      ) : (
        !isTooShort && search.isGoingOn && <p className={css.note}>Searching older messages…</p>
      )}
      {hasOlder && (
        <p className={css.note}>
          <Button variant="quiet" onClick={search.searchOlder}>
            Search older messages
          </Button>
        </p>
      )}
    </>
  );
}

/** Loads the rest of the list, page by page, as long as it is rendered. */
function useAllConversations() {
  const { nextCursor, isPending, isError, load } = useOlderConversations();
  const isLoading = nextCursor !== null && !isError;
  const loadPage = useEffectEvent(() => load(PAGE_SIZE));
  useEffect(() => {
    if (isLoading && !isPending) loadPage();
  }, [isLoading, isPending]);
  return { isLoading, isError: isError && nextCursor !== null, retry: () => load(PAGE_SIZE) };
}

interface Part {
  readonly part: string;
  readonly isHit: boolean;
  /** The position in the content. */
  readonly at: number;
}

/** In any case. */
export function splitAtText(content: string, text: string): Part[] {
  const [folded, wanted] = [content.toLowerCase(), text.toLowerCase()];
  // Some letters have another length in lower case, so that positions would not match.
  if (wanted === "" || folded.length !== content.length) return [{ part: content, isHit: false, at: 0 }];
  const parts: Part[] = [];
  let from = 0;
  for (let hit = folded.indexOf(wanted); hit >= 0; hit = folded.indexOf(wanted, from)) {
    if (hit > from) parts.push({ part: content.slice(from, hit), isHit: false, at: from });
    from = hit + wanted.length;
    parts.push({ part: content.slice(hit, from), isHit: true, at: hit });
  }
  if (from < content.length) parts.push({ part: content.slice(from), isHit: false, at: from });
  return parts;
}

function FoundRow({ message, text, me }: { message: FoundMessage; text: string; me: string }) {
  const { _id: messageId, otherUser, sender, excerpt, createdAt } = message;
  const state: MessageLinkState = { messageId };
  return (
    <Link className={rows.row} to={`/messages/${otherUser._id}`} state={state}>
      <Avatar member={otherUser} size={56} className={rows.face} />
      <span className={rows.name}>
        <span className={typography.cut}>{otherUser.username}</span>
        {otherUser.isDemo && <DemoTag on="page" />}
      </span>
      <RelativeTime time={createdAt} className={rows.time} />
      <span className={classNames(rows.preview, css.excerpt)} dir="auto">
        {sender._id === me && "You: "}
        {splitAtText(excerpt, text).map(({ part, isHit, at }) => (
          <Fragment key={at}>{isHit ? <mark className={css.hit}>{part}</mark> : part}</Fragment>
        ))}
      </span>
    </Link>
  );
}
