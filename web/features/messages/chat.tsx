import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { AnswerHint, useUnanswered } from "#web/features/messages/answer-hint.tsx";
import type { Bubble } from "#web/features/messages/bubbles.ts";
import css from "#web/features/messages/chat.module.css";
import { ChatHead } from "#web/features/messages/chat-head.tsx";
import { ChatLog, ChatSkeleton } from "#web/features/messages/chat-log.tsx";
import { Composer } from "#web/features/messages/composer.tsx";
import { drafts } from "#web/features/messages/draft.ts";
import { isOver, useEnded } from "#web/features/messages/ended.ts";
import { Hello } from "#web/features/messages/hello.tsx";
import { useDelete, useThread } from "#web/features/messages/messages.api.ts";
import { NoChat } from "#web/features/messages/no-chat.tsx";
import { unconfirmed } from "#web/features/messages/outbox.ts";
import { takeOut } from "#web/features/messages/sending.ts";
import { useStoppedAt } from "#web/features/messages/stopped-at.ts";
import { messagesOf } from "#web/features/messages/thread.ts";
import { UnlessGone } from "#web/features/messages/unless-gone.tsx";
import { useKeptFocus } from "#web/features/messages/use-kept-focus.ts";
import { useKeyboardRoom } from "#web/features/messages/use-keyboard-room.ts";
import { type Other, useOther } from "#web/features/messages/use-other.ts";
import { sendAgain, useOutbox, writeTo } from "#web/features/messages/use-outbox.ts";
import { useReading } from "#web/features/messages/use-reading.ts";
import { Welcome } from "#web/features/messages/welcome.tsx";
import { ApiError } from "#web/lib/api.ts";
import { useStanding } from "#web/lib/standing.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { Failure } from "#web/ui/failure.tsx";

const KEPT = `For ${RETENTION_DAYS} days only a report can still use it, then it is gone for good.`;

interface Props {
  userId: string;
  me: string;
  /** Stands in the composer: the way to a picture. */
  attach?: ReactNode;
  /** Stands in the head: what else can be done. */
  menu?: ReactNode;
  /** Stands where it has ended: how the other member can still be reported. */
  report?: (other: Other) => ReactNode;
}

/** The conversation with one member, until it ends. */
export function Chat(props: Props) {
  const [other, setOther] = useState<Other>();
  if (!useEnded(props.userId)) return <OpenChat {...props} onKnown={setOther} />;
  return <NoChat why="ended">{other && props.report?.(other)}</NoChat>;
}

/** What a refusal says of a chat. */
function whyNot({ status, code }: ApiError): "blocked" | "unmatched" | "unknown" {
  if (code === "blocked") return "blocked";
  return status === 403 ? "unmatched" : "unknown";
}

function OpenChat({ userId, me, attach, menu, onKnown }: Props & { onKnown: (other: Other) => void }) {
  const section = useRef<HTMLElement>(null);
  useKeyboardRoom(section);
  useKeptFocus(section);
  const other = useOther(userId);
  useEffect(() => {
    if (other) onKnown(other);
  }, [other, onKnown]);
  const thread = useStanding(useThread(userId, me));
  const messages = useMemo(() => thread.data && messagesOf(thread.data), [thread.data]);
  const unreadFrom = useStoppedAt(userId, me, messages);
  useReading(userId, me, messages);
  const unanswered = useUnanswered(thread.data);
  const hintId = useId();
  const outbox = useOutbox(userId);
  const waiting = useMemo(() => unconfirmed(outbox, messages ?? []), [outbox, messages]);

  const refusal =
    !thread.data && thread.error instanceof ApiError && thread.error.status < 500 ? thread.error : undefined;
  // Contact may have ended while this browser was closed.
  const over = refusal !== undefined && isOver(refusal);
  useEffect(() => {
    if (over) drafts.drop(userId);
  }, [over, userId]);

  const username = other?.username ?? "your match";
  const title = other ? `${other.username} · Spotter` : "Messages · Spotter";

  const write = (content: string) => writeTo(userId, content);
  const retry = useCallback(({ outgoing }: Bubble) => outgoing && sendAgain(outgoing), []);
  const deletion = useDeletion(userId);
  const { fetchNextPage } = thread;
  const loadOlder = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  if (refusal) return <NoChat why={whyNot(refusal)} />;
  return (
    <section ref={section} className={css.chat}>
      <title>{title}</title>
      <ChatHead userId={userId} other={other} menu={menu} />
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
            <Welcome title="Nothing left to read" text="Their account is gone, and what they wrote with it." />
          ) : (
            other && <Hello userId={userId} username={username} />
          )}
        </div>
      ) : (
        <ChatLog
          messages={messages}
          outbox={waiting}
          older={{
            there: thread.hasNextPage,
            loading: thread.isFetchingNextPage,
            failed: thread.isFetchNextPageError,
            load: loadOlder,
          }}
          userId={userId}
          me={me}
          unreadFrom={unreadFrom}
          username={username}
          deletingId={deletion.runningId}
          onDelete={deletion.ask}
          onRetry={retry}
        />
      )}
      <UnlessGone gone={other && other.isGone === true}>
        {unanswered && <AnswerHint id={hintId} username={username} unanswered={unanswered} />}
        <Composer
          userId={userId}
          me={me}
          username={other?.username}
          sending={waiting.some((one) => one.state === "sending")}
          held={unanswered?.left === 0 ? hintId : undefined}
          onSend={write}
          attach={attach}
        />
      </UnlessGone>
      <Confirm
        open={deletion.asked}
        title="Delete this message?"
        text={`${other?.isGone ? "It disappears for you, too." : `It disappears for you and for ${username}.`} ${KEPT}`}
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
function useDeletion(userId: string) {
  const { mutate, isPending, variables } = useDelete(userId);
  const [messageId, setMessageId] = useState<string>();
  const ask = useCallback(({ message, outgoing }: Bubble) => {
    if (message) setMessageId(message._id);
    else if (outgoing) takeOut(outgoing.clientId);
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
