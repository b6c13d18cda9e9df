import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { RETENTION_DAYS } from "#contract/limits.ts";
import css from "#web/features/messages/chat.module.css";
import { ChatHeader } from "#web/features/messages/chat-header.tsx";
import { ChatLog, ChatSkeleton } from "#web/features/messages/chat-log.tsx";
import { ChatPlaceholder } from "#web/features/messages/chat-placeholder.tsx";
import { ChatUnavailable } from "#web/features/messages/chat-unavailable.tsx";
import { Composer } from "#web/features/messages/composer.tsx";
import { listMessages } from "#web/features/messages/conversation-pages.ts";
import { DeletedAccountNotice } from "#web/features/messages/deleted-account-notice.tsx";
import { draftStore } from "#web/features/messages/draft-store.ts";
import { EmptyChat } from "#web/features/messages/empty-chat.tsx";
import { isContactEndedError, useIsEnded } from "#web/features/messages/ended-conversations.ts";
import { useFirstUnread } from "#web/features/messages/first-unread.ts";
import type { GroupedMessage } from "#web/features/messages/message-groups.ts";
import { useDeleteMessage, useMessages } from "#web/features/messages/messages.queries.ts";
import { listUnconfirmed } from "#web/features/messages/outbox.ts";
import { removeFromOutbox } from "#web/features/messages/outbox-sender.ts";
import { UnansweredLimitHint, useUnansweredLimit } from "#web/features/messages/unanswered-limit-hint.tsx";
import { useFocusRecovery } from "#web/features/messages/use-focus-recovery.ts";
import { useKeyboardInset } from "#web/features/messages/use-keyboard-inset.ts";
import { retryMessage, sendText, useOutbox } from "#web/features/messages/use-outbox.ts";
import { useReadTracking } from "#web/features/messages/use-read-tracking.ts";
import { type Recipient, useRecipient } from "#web/features/messages/use-recipient.ts";
import { ApiError } from "#web/lib/api.ts";
import { useStanding } from "#web/lib/standing.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { Failure } from "#web/ui/failure.tsx";

const RETENTION_TEXT = `For ${RETENTION_DAYS} days only a report can still use it, then it is gone for good.`;

interface Props {
  userId: string;
  me: string;
  /** Stands in the composer: the way to a picture. */
  attach?: ReactNode;
  /** Stands in the head: what else can be done. */
  menu?: ReactNode;
  /** Stands where it has ended: how the other member can still be reported. */
  report?: (other: Recipient) => ReactNode;
}

/** The conversation with one member, until it ends. */
export function Chat(props: Props) {
  const [other, setOther] = useState<Recipient>();
  if (!useIsEnded(props.userId)) return <OpenChat {...props} onKnown={setOther} />;
  return <ChatUnavailable why="ended">{other && props.report?.(other)}</ChatUnavailable>;
}

/** What a refusal says of a chat. */
function getUnavailableReason({ status, code }: ApiError): "blocked" | "unmatched" | "unknown" {
  if (code === "blocked") return "blocked";
  return status === 403 ? "unmatched" : "unknown";
}

function OpenChat({ userId, me, attach, menu, onKnown }: Props & { onKnown: (other: Recipient) => void }) {
  const section = useRef<HTMLElement>(null);
  useKeyboardInset(section);
  useFocusRecovery(section);
  const other = useRecipient(userId);
  useEffect(() => {
    if (other) onKnown(other);
  }, [other, onKnown]);
  const thread = useStanding(useMessages(userId, me));
  const messages = useMemo(() => thread.data && listMessages(thread.data), [thread.data]);
  const unreadFrom = useFirstUnread(userId, me, messages);
  useReadTracking(userId, me, messages);
  const unanswered = useUnansweredLimit(thread.data);
  const hintId = useId();
  const outbox = useOutbox(userId);
  const waiting = useMemo(() => listUnconfirmed(outbox, messages ?? []), [outbox, messages]);

  const refusal =
    !thread.data && thread.error instanceof ApiError && thread.error.status < 500 ? thread.error : undefined;
  // Contact may have ended while this browser was closed.
  const over = refusal !== undefined && isContactEndedError(refusal);
  useEffect(() => {
    if (over) draftStore.drop(userId);
  }, [over, userId]);

  const username = other?.username ?? "your match";
  const title = other ? `${other.username} · Spotter` : "Messages · Spotter";

  const write = (content: string) => sendText(userId, content);
  const retry = useCallback(({ outgoing }: GroupedMessage) => outgoing && retryMessage(outgoing), []);
  const deletion = useDeleteConfirm(userId);
  const { fetchNextPage } = thread;
  const loadOlder = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (refusal) return <ChatUnavailable why={getUnavailableReason(refusal)} />;
  return (
    <section ref={section} className={css.chat}>
      <title>{title}</title>
      <ChatHeader userId={userId} other={other} menu={menu} />
      {messages === undefined ? (
        thread.isError ? (
          <div className={css.middle}>
            <Failure
              quiet
              className={css.failed}
              title="These messages did not load."
              onRetry={() => void thread.refetch()}
            />
          </div>
        ) : (
          <ChatSkeleton />
        )
      ) : messages.length + waiting.length === 0 ? (
        <div className={css.middle}>
          {other?.isGone ? (
            <ChatPlaceholder title="Nothing left to read" text="Their account is gone, and what they wrote with it." />
          ) : (
            other && <EmptyChat userId={userId} username={username} />
          )}
        </div>
      ) : (
        <ChatLog
          messages={messages}
          outbox={waiting}
          older={{
            hasMore: thread.hasNextPage,
            isLoading: thread.isFetchingNextPage,
            hasFailed: thread.isFetchNextPageError,
            load: loadOlder,
          }}
          userId={userId}
          me={me}
          firstUnreadId={unreadFrom}
          username={username}
          deletingId={deletion.runningId}
          onDelete={deletion.ask}
          onRetry={retry}
        />
      )}
      <DeletedAccountNotice gone={other && other.isGone === true}>
        {unanswered && <UnansweredLimitHint id={hintId} username={username} unanswered={unanswered} />}
        <Composer
          userId={userId}
          me={me}
          username={other?.username}
          isSending={waiting.some((one) => one.state === "sending")}
          disabledReasonId={unanswered?.left === 0 ? hintId : undefined}
          onSend={write}
          attach={attach}
        />
      </DeletedAccountNotice>
      <Confirm
        open={deletion.asked}
        title="Delete this message?"
        text={`${other?.isGone ? "It disappears for you, too." : `It disappears for you and for ${username}.`} ${RETENTION_TEXT}`}
        confirmLabel="Delete"
        cancelLabel="Cancel"
        danger
        onConfirm={deletion.confirm}
        onCancel={deletion.cancel}
      />
    </section>
  );
}

/** Asks before an own message is deleted. One that was never sent is simply taken back. */
function useDeleteConfirm(userId: string) {
  const { mutate, isPending, variables } = useDeleteMessage(userId);
  const [messageId, setMessageId] = useState<string>();
  const ask = useCallback(({ message, outgoing }: GroupedMessage) => {
    if (message) setMessageId(message._id);
    else if (outgoing) removeFromOutbox(outgoing.clientId);
  }, []);
  return {
    ask,
    asked: messageId !== undefined,
    runningId: isPending ? variables : undefined,
    cancel: () => setMessageId(undefined),
    confirm: () => {
      if (messageId !== undefined) mutate(messageId);
      setMessageId(undefined);
    },
  };
}
