import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router";
import type { Message } from "#contract/chat/messages.ts";
import { adviceStore } from "#web/domains/chat/advice/advice-store.ts";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import { toQuote } from "#web/domains/chat/bubbles/message-quote.tsx";
import type { SetReaction } from "#web/domains/chat/bubbles/message-reactions.tsx";
import { listMessages } from "#web/domains/chat/conversation-pages.ts";
import { isContactEndedError, useIsEnded } from "#web/domains/chat/ended-conversations.queries.ts";
import {
  type Recipient,
  useDeleteMessage,
  useMessages,
  useReact,
  useRecipient,
} from "#web/domains/chat/messages.queries.ts";
import { draftStore, useDraftReply } from "#web/domains/chat/outbox/draft-store.ts";
import { removeFromOutbox, retryMessage, sendText, useOutbox } from "#web/domains/chat/outbox/outbox.ts";
import { listUnconfirmed } from "#web/domains/chat/outbox/outbox-store.ts";
import { restrictionNotes } from "#web/domains/members/names/restrictions.ts";
import { ApiError } from "#web/lib/api.ts";
import { setChatNotices } from "#web/lib/chat-notices.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/messages/chat.module.css";
import { ChatHeader } from "#web/screens/messages/chat-header.tsx";
import { ChatPlaceholder } from "#web/screens/messages/chat-placeholder.tsx";
import {
  Composer,
  ReplyNote,
  useMessagingRestriction,
  useUnansweredLimit,
} from "#web/screens/messages/composer/composer.tsx";
import type { MessageLinkState } from "#web/screens/messages/list/search-results.tsx";
import { ChatLog, ChatSkeleton } from "#web/screens/messages/log/chat-log.tsx";
import { useFirstUnread, useReadTracking } from "#web/screens/messages/log/read-tracking.ts";
import { useFocusRecovery } from "#web/screens/messages/log/use-focus-recovery.ts";
import type { Jump } from "#web/screens/messages/log/use-jump.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const chatUnavailable = lazyModule(() =>
  import("#web/screens/messages/chat-unavailable.tsx").then((file) => file.ChatUnavailable),
);

const emptyChat = lazyModule(() => import("#web/screens/messages/empty-chat.tsx").then((file) => file.EmptyChat));

const quietSuggestion = lazyModule(() =>
  import("#web/screens/messages/composer/quiet-suggestion.tsx").then((file) => file.QuietSuggestion),
);

const unansweredHint = lazyModule(() =>
  import("#web/screens/messages/composer/unanswered-hint.tsx").then((file) => file.UnansweredLimitHint),
);

const deleteConfirm = lazyModule(() =>
  import("#web/screens/messages/log/delete-confirm.tsx").then((file) => file.DeleteConfirm),
);

interface Props {
  userId: string;
  me: string;
  /** The attachment picker, shown in the composer. */
  attach?: ReactNode;
  menu?: ReactNode;
  pinned?: ReactNode;
  /** A report link, shown after the conversation has ended. */
  report?: (other: Recipient) => ReactNode;
}

export function Chat(props: Props) {
  const [other, setOther] = useState<Recipient>();
  const isEnded = useIsEnded(props.userId);
  const Unavailable = useLazyModule(chatUnavailable, isEnded, () => undefined);
  if (!isEnded) return <OpenChat {...props} onKnown={setOther} />;
  return (
    <LazyRender as={Unavailable} reason="ended" menu={props.menu}>
      {other && props.report?.(other)}
    </LazyRender>
  );
}

function getUnavailableReason({ status, code }: ApiError): "blocked" | "unmatched" | "unknown" {
  if (code === "blocked") return "blocked";
  return status === 403 ? "unmatched" : "unknown";
}

function OpenChat({ userId, me, attach, menu, pinned, onKnown }: Props & { onKnown: (other: Recipient) => void }) {
  const section = useRef<HTMLElement>(null);
  useKeyboardInset(section);
  useFocusRecovery(section);
  useEffect(() => adviceStore.open(me), [me]);
  const other = useRecipient(userId);
  useEffect(() => {
    if (other) onKnown(other);
  }, [other, onKnown]);
  const thread = useStickyError(useMessages(userId, me));
  const messages = useMemo(() => thread.data && listMessages(thread.data), [thread.data]);
  const firstUnread = useFirstUnread(userId, me, messages);
  useReadTracking(userId, me, messages);
  const unanswered = useUnansweredLimit(thread.data);
  const UnansweredHint = useLazyModule(unansweredHint, unanswered !== undefined, () => undefined);
  const restriction = useMessagingRestriction(thread.data);
  const notes = useLazyModule(restrictionNotes, restriction !== undefined, () => undefined);
  const hintId = useId();
  const outbox = useOutbox(userId);
  const unconfirmed = useMemo(() => listUnconfirmed(outbox, messages ?? []), [outbox, messages]);

  const rejection =
    !thread.data && thread.error instanceof ApiError && thread.error.status < 500 ? thread.error : undefined;
  // Contact may have ended while this browser was closed, so that the draft is still stored.
  const isOver = rejection !== undefined && isContactEndedError(rejection);
  useEffect(() => {
    if (isOver) draftStore.discard(userId);
  }, [isOver, userId]);

  const username = other?.username ?? "your match";
  const title = other ? `${other.username} · Spotter` : "Messages · Spotter";

  const replyTo = useDraftReply(userId);
  const Unavailable = useLazyModule(chatUnavailable, rejection !== undefined, () => undefined);
  const isEmpty = messages !== undefined && messages.length + unconfirmed.length === 0;
  const Empty = useLazyModule(emptyChat, isEmpty, () => undefined);
  // It can wait until the page is idle, and is not missed if it does not load.
  const Suggestion = useLazyModule(quietSuggestion, false, () => undefined);
  const [jump, setJump] = useState<Jump>();
  const showMessage = useCallback((messageId: string) => setJump({ messageId }), []);
  const { state, key: entryKey } = useLocation();
  const linkedId = (state as MessageLinkState | null)?.messageId;
  useEffect(() => {
    if (linkedId !== undefined && entryKey) showMessage(linkedId);
  }, [linkedId, entryKey, showMessage]);
  const canWrite = other !== undefined && !other.isGone && !restriction;
  const reply = useCallback(
    (message: Message) => {
      draftStore.writeReply(userId, toQuote(message));
      section.current?.querySelector("textarea")?.focus();
    },
    [userId],
  );
  const { mutate: mutateReaction } = useReact(userId, me);
  const react = useCallback<SetReaction>(
    ({ _id }, emoji) => mutateReaction({ messageId: _id, emoji }),
    [mutateReaction],
  );
  const send = (content: string) => sendText(userId, content, replyTo);
  const retry = useCallback(({ outgoing }: GroupedMessage) => outgoing && retryMessage(outgoing), []);
  const deletion = useDeleteConfirm(userId);
  const LazyConfirm = useLazyModule(deleteConfirm, deletion.isOpen, deletion.cancel);
  const { fetchNextPage } = thread;
  const loadOlder = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (rejection) return <LazyRender as={Unavailable} reason={getUnavailableReason(rejection)} menu={menu} />;
  return (
    <section ref={section} className={css.chat}>
      <title>{title}</title>
      <ChatHeader userId={userId} other={other} trained={thread.data?.pages[0]?.trainedTogether} menu={menu} />
      <div ref={setChatNotices} />
      {pinned}
      {messages === undefined ? (
        thread.isError ? (
          <div className={css.middle}>
            <ErrorState
              quiet
              className={css.failed}
              title="These messages did not load."
              onRetry={() => void thread.refetch()}
            />
          </div>
        ) : (
          <ChatSkeleton />
        )
      ) : isEmpty ? (
        <div className={css.middle}>
          {other?.isGone ? (
            <ChatPlaceholder title="Nothing left to read" text="Their account is gone, and what they wrote with it." />
          ) : (
            other && <LazyRender as={Empty} userId={userId} username={username} canWrite={canWrite} />
          )}
        </div>
      ) : (
        <ChatLog
          messages={messages}
          outbox={unconfirmed}
          older={{
            hasMore: thread.hasNextPage,
            isLoading: thread.isFetchingNextPage,
            hasFailed: thread.isFetchNextPageError,
            load: loadOlder,
          }}
          userId={userId}
          me={me}
          firstUnreadId={firstUnread}
          username={username}
          deletingId={deletion.runningId}
          jump={jump}
          onQuote={showMessage}
          onDelete={deletion.request}
          onRetry={retry}
          onReply={canWrite ? reply : undefined}
          onReact={canWrite ? react : undefined}
        />
      )}
      <DeletedAccountNotice gone={other && other.isGone === true}>
        {restriction ? (
          <LazyRender as={notes?.ClosedComposer} until={restriction.until} />
        ) : (
          <>
            {unanswered && <LazyRender as={UnansweredHint} id={hintId} {...{ username, unanswered }} />}
            {!unanswered && messages && canWrite && unconfirmed.length === 0 && (
              <LazyRender
                as={Suggestion}
                key={userId}
                {...{ userId, me, messages }}
                onSend={(text) => sendText(userId, text)}
              />
            )}
            <Composer
              userId={userId}
              me={me}
              username={other?.username}
              isSending={unconfirmed.some((one) => one.state === "sending")}
              disabledReasonId={unanswered?.left === 0 ? hintId : undefined}
              reply={
                replyTo && (
                  <ReplyNote
                    quote={replyTo}
                    from={replyTo.sender._id === me ? "yourself" : username}
                    onCancel={() => draftStore.writeReply(userId, undefined)}
                  />
                )
              }
              onSend={send}
              attach={attach}
            />
          </>
        )}
      </DeletedAccountNotice>
      <LazyRender
        as={LazyConfirm}
        open={deletion.isOpen}
        username={other?.isGone ? null : username}
        onConfirm={deletion.confirm}
        onCancel={deletion.cancel}
      />
    </section>
  );
}

/** An unsent message is removed from the outbox without confirmation. */
function useDeleteConfirm(userId: string) {
  const { mutate, isPending, variables } = useDeleteMessage(userId);
  const [messageId, setMessageId] = useState<string>();
  const request = useCallback(({ message, outgoing }: GroupedMessage) => {
    if (message) setMessageId(message._id);
    else if (outgoing) removeFromOutbox(outgoing.clientId);
  }, []);
  return {
    request,
    isOpen: messageId !== undefined,
    runningId: isPending ? variables : undefined,
    cancel: () => setMessageId(undefined),
    confirm: () => {
      if (messageId !== undefined) mutate(messageId);
      setMessageId(undefined);
    },
  };
}

/**
 * @param gone undefined while loading. When it changes from false to true, the focused composer is removed, so the
 * notice takes the focus
 * @param children the composer
 */
export function DeletedAccountNotice({ gone, children }: { gone: boolean | undefined; children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null);
  const previous = useRef(gone);
  // A layout effect, so that it runs before `useFocusRecovery` moves the focus into the conversation.
  useLayoutEffect(() => {
    const isNews = gone === true && previous.current === false;
    if (isNews && document.activeElement === document.body) note.current?.focus({ preventScroll: true });
    previous.current = gone;
  }, [gone]);
  if (!gone) return children;
  return (
    <p ref={note} tabIndex={-1} className={css.gone}>
      This account was deleted. What you wrote stays here.
    </p>
  );
}

/**
 * Keeps an element above a phone's on-screen keyboard in browsers that do not resize the layout viewport (iOS). Sets
 * `--visible`, the remaining height, and `--scrolled`, the offset by which the browser has moved the page up.
 */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const element = ref.current;
    if (!viewport || !element) return;
    const updateInset = () => {
      // A zoomed page has a small visual viewport too, and must not be adapted.
      const covered = viewport.scale < 1.02 && window.innerHeight - viewport.height > 1;
      for (const [name, pixels] of [
        ["--visible", viewport.height],
        ["--scrolled", viewport.offsetTop],
      ] as const) {
        if (covered) element.style.setProperty(name, `${pixels}px`);
        else element.style.removeProperty(name);
      }
    };
    updateInset();
    viewport.addEventListener("resize", updateInset);
    viewport.addEventListener("scroll", updateInset);
    return () => {
      viewport.removeEventListener("resize", updateInset);
      viewport.removeEventListener("scroll", updateInset);
    };
  }, [ref]);
}
