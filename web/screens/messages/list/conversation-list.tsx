import { BellOff, ChevronDown, Ellipsis } from "lucide-react";
import { type ReactNode, useId, useRef, useState, useSyncExternalStore } from "react";
import type { Conversation } from "#contract/chat/messages.ts";
import { counted } from "#contract/words.ts";
import { type OpenMessageMenu, useMenuGestures, useMessageMenu } from "#web/domains/chat/bubbles/message-menu.tsx";
import { useArchive, useOlderConversations } from "#web/domains/chat/conversation-list.queries.ts";
import { getPreview, isMyTurn } from "#web/domains/chat/conversation-summary.ts";
import { useTyping } from "#web/domains/chat/messages.queries.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import { DemoTag } from "#web/domains/members/names/demo-tag.tsx";
import { Avatar } from "#web/domains/members/photos/avatar.tsx";
import { askedAbout } from "#web/lib/chat-notices.ts";
import { InfiniteScrollSentinel } from "#web/lib/infinite-scroll-sentinel.tsx";
import { useStore } from "#web/lib/store.ts";
import css from "#web/screens/messages/list/conversation-list.module.css";
import { RelativeTime } from "#web/screens/messages/list/relative-time.tsx";
import lists from "#web/screens/messages/list/sidebar.module.css";
import { useConversationActions } from "#web/screens/messages/list/use-conversation-actions.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { formatBadge } from "#web/ui/format-badge.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Link } from "#web/ui/link.tsx";
import { ContextMenu } from "#web/ui/menu.tsx";
import typography from "#web/ui/typography.module.css";

interface ListProps {
  conversations: readonly Conversation[];
  me: string;
  current: string | undefined;
}

/**
 * Archived ones are behind a button in the line of the heading, where it moves nothing. All rows share one menu.
 * @param skeletons while older ones load
 */
export function ConversationList({
  conversations,
  me,
  current,
  heading,
  skeletons,
}: ListProps & { heading: ReactNode; skeletons: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const { menu, openMenu, closeMenu } = useMessageMenu();
  useMenuGestures(list, openMenu);
  const getActions = useConversationActions();
  const [isArchiveOpen, setIsArchiveOpen] = useState(false);
  const archiveId = useId();
  const older = useOlderConversations();
  const archive = useArchive();
  const archived = conversations.filter((one) => one.isArchived);
  const shown = conversations.filter((one) => !one.isArchived);
  const archivedCount = archived.length + archive.missing;
  const chosen = menu && conversations.find((one) => one.conversationId === menu.key);
  const shared = { me, current, openKey: chosen?.conversationId, onMenu: openMenu };
  return (
    <div ref={list}>
      <div className={css.line}>
        {heading}
        {archivedCount > 0 && (
          <button
            type="button"
            className={css.archive}
            aria-expanded={isArchiveOpen}
            aria-controls={archiveId}
            onClick={() => {
              setIsArchiveOpen(!isArchiveOpen);
              if (!isArchiveOpen && archive.missing > 0) archive.load();
            }}
          >
            Archived <span>{formatBadge(archivedCount)}</span>
            <ChevronDown aria-hidden="true" />
          </button>
        )}
      </div>
      {archivedCount > 0 && (
        <div id={archiveId} hidden={!isArchiveOpen} className={css.archived}>
          {isArchiveOpen && <ConversationRows {...shared} conversations={archived} />}
          {isArchiveOpen &&
            archive.missing > 0 &&
            (archive.isError ? (
              <div className={lists.failed}>
                <InlineError message="Archived conversations did not load." onRetry={archive.load} />
              </div>
            ) : (
              skeletons
            ))}
        </div>
      )}
      {shown.length === 0 && older.nextCursor === null ? (
        <p className={css.none}>All of them are archived.</p>
      ) : (
        <ConversationRows {...shared} conversations={shown} />
      )}
      <OlderConversations older={older}>{skeletons}</OlderConversations>
      <ContextMenu
        label="Conversation actions"
        anchor={chosen && menu?.anchor}
        openedByKey={menu?.byKey ?? false}
        align="end"
        items={chosen ? getActions(chosen) : []}
        onClose={closeMenu}
      />
    </div>
  );
}

/** Loads more when the end of the list comes near. @param children while it loads */
function OlderConversations({
  older: { nextCursor, isPending, isError, load },
  children,
}: {
  older: ReturnType<typeof useOlderConversations>;
  children: ReactNode;
}) {
  if (nextCursor === null) return null;
  if (isPending) return children;
  if (isError)
    return (
      <div className={lists.failed}>
        <InlineError message="Older conversations did not load." onRetry={() => load()} />
      </div>
    );
  return <InfiniteScrollSentinel key={nextCursor} onNear={() => load()} />;
}

interface RowsProps extends ListProps {
  openKey: string | undefined;
  onMenu: OpenMessageMenu;
}

function ConversationRows({ conversations, me, current, openKey, onMenu }: RowsProps) {
  const typing = useTyping();
  const drafts = useSyncExternalStore(draftStore.subscribe, draftStore.readAll, draftStore.readAll);
  return (
    <ul>
      {conversations.map((conversation) => {
        const { conversationId: key, otherUser } = conversation;
        return (
          <li key={key} className={css.item} data-key={key}>
            <ConversationRow
              conversation={conversation}
              me={me}
              draft={otherUser._id === current ? undefined : drafts.get(otherUser._id)?.trim()}
              isTyping={otherUser._id in typing}
              isCurrent={otherUser._id === current}
            />
            <IconButton
              label={`Actions for ${otherUser.username}`}
              aria-haspopup="menu"
              aria-expanded={openKey === key}
              className={css.more}
              onClick={({ currentTarget, detail }) => onMenu(key, currentTarget, detail === 0)}
            >
              <Ellipsis />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

interface Props {
  conversation: Conversation;
  me: string;
  draft: string | undefined;
  isTyping: boolean;
  isCurrent: boolean;
}

/** `data-part` marks what the frame's template leaves out (`web/inline/first-text.ts`). */
export function ConversationRow({ conversation, me, draft, isTyping, isCurrent }: Props) {
  const { otherUser, unreadCount, lastMessage, isMuted } = conversation;
  const isAsked = useStore(askedAbout).has(otherUser._id);
  return (
    <Link
      className={classNames(css.row, unreadCount > 0 && css.unread)}
      to={`/messages/${otherUser._id}`}
      data-menu=""
      aria-current={isCurrent ? "page" : undefined}
    >
      <Avatar member={otherUser} size={56} className={css.face} />
      <span className={css.name}>
        <span className={typography.cut}>{otherUser.username}</span>
        {otherUser.isDemo && <DemoTag on="page" />}
        {isMuted && (
          <>
            <BellOff className={css.muted} aria-hidden="true" />
            <span className={typography.hidden}>Muted</span>
          </>
        )}
      </span>
      {lastMessage ? <RelativeTime time={lastMessage.createdAt} className={css.time} /> : <span />}
      <span className={classNames(css.preview, typography.cut)}>
        {isTyping ? (
          <span className={css.typing}>typing...</span>
        ) : draft ? (
          <>
            <span className={css.draft}>Draft:</span> {draft}
          </>
        ) : (
          getPreview(conversation, me)
        )}
      </span>
      <span className={css.count}>
        <Badge count={unreadCount} label={counted(unreadCount, "unread message", "unread messages")} />
        {isAsked ? (
          <span className={css.turn}>Back safe?</span>
        ) : (
          isMyTurn(conversation, me) &&
          !draft && (
            <span className={css.turn} data-part="turn">
              Your turn
            </span>
          )
        )}
      </span>
    </Link>
  );
}
