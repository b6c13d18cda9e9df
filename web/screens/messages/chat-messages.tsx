import { useCallback } from "react";
import type { Message } from "#contract/chat/messages.ts";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import type { SetReaction } from "#web/domains/chat/bubbles/message-reactions.tsx";
import { useReact } from "#web/domains/chat/chat-changes.queries.ts";
import type { useMessages } from "#web/domains/chat/messages.queries.ts";
import { retryMessage } from "#web/domains/chat/outbox/outbox.ts";
import type { OutgoingMessage } from "#web/domains/chat/outbox/outbox-store.ts";
import type { Recipient } from "#web/domains/chat/recipient.queries.ts";
import type { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/messages/chat.module.css";
import { ChatPlaceholder } from "#web/screens/messages/chat-placeholder.tsx";
import { ChatLog, ChatSkeleton } from "#web/screens/messages/log/chat-log.tsx";
import { DeletionDialog, useMessageDeletion } from "#web/screens/messages/log/message-deletion.tsx";
import { useJumpRequest } from "#web/screens/messages/log/use-jump.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const emptyChat = lazyModule(() => import("#web/screens/messages/empty-chat.tsx").then((file) => file.EmptyChat));

interface Props {
  userId: string;
  me: string;
  other: Recipient | undefined;
  username: string;
  thread: ReturnType<typeof useStickyError<ReturnType<typeof useMessages>>>;
  /** Those of the thread; undefined while loading. */
  messages: readonly Message[] | undefined;
  outbox: readonly OutgoingMessage[];
  firstUnreadId: string | undefined;
  canWrite: boolean;
  onReply: (message: Message) => void;
}

/** The log, or why there is none, with what can be done with a message. */
export function ChatMessages({
  userId,
  me,
  other,
  username,
  thread,
  messages,
  outbox,
  firstUnreadId,
  canWrite,
  onReply,
}: Props) {
  const isEmpty = messages !== undefined && messages.length + outbox.length === 0;
  const Empty = useLazyModule(emptyChat, isEmpty, () => undefined);
  const { jump, showMessage } = useJumpRequest();
  const { mutate: mutateReaction } = useReact(userId, me);
  const react = useCallback<SetReaction>(
    ({ _id }, emoji) => mutateReaction({ messageId: _id, emoji }),
    [mutateReaction],
  );
  const retry = useCallback(({ outgoing }: GroupedMessage) => outgoing && retryMessage(outgoing), []);
  const deletion = useMessageDeletion(userId);
  const { fetchNextPage } = thread;
  const loadOlder = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <>
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
          outbox={outbox}
          older={{
            hasMore: thread.hasNextPage,
            isLoading: thread.isFetchingNextPage,
            hasFailed: thread.isFetchNextPageError,
            load: loadOlder,
          }}
          userId={userId}
          me={me}
          firstUnreadId={firstUnreadId}
          username={username}
          deletingId={deletion.runningId}
          jump={jump}
          onQuote={showMessage}
          onDelete={deletion.request}
          onRetry={retry}
          onReply={canWrite ? onReply : undefined}
          onReact={canWrite ? react : undefined}
        />
      )}
      <DeletionDialog deletion={deletion} username={other?.isGone ? null : username} />
    </>
  );
}
