import { ArrowLeft } from "lucide-react";
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
import { RETENTION_DAYS } from "#contract/limits.ts";
import { BreakableName } from "#web/features/members/breakable-name.tsx";
import { useMember } from "#web/features/members/member.queries.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import css from "#web/features/messages/chat.module.css";
import { ChatHeader } from "#web/features/messages/chat-header.tsx";
import { ChatLog, ChatSkeleton } from "#web/features/messages/chat-log.tsx";
import { ChatPlaceholder } from "#web/features/messages/chat-placeholder.tsx";
import { Composer, UnansweredLimitHint, useUnansweredLimit } from "#web/features/messages/composer.tsx";
import { listMessages } from "#web/features/messages/conversation-pages.ts";
import { draftStore } from "#web/features/messages/draft-store.ts";
import { isContactEndedError, useIsEnded } from "#web/features/messages/ended-conversations.queries.ts";
import type { GroupedMessage } from "#web/features/messages/message-groups.ts";
import {
  type Recipient,
  useDeleteMessage,
  useMessages,
  useRecipient,
} from "#web/features/messages/messages.queries.ts";
import { removeFromOutbox, retryMessage, sendText, useOutbox } from "#web/features/messages/outbox.ts";
import { listUnconfirmed } from "#web/features/messages/outbox-store.ts";
import { useFirstUnread, useReadTracking } from "#web/features/messages/read-tracking.ts";
import { useFocusRecovery } from "#web/features/messages/use-focus-recovery.ts";
import { ApiError } from "#web/lib/api.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

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
  const thread = useStickyError(useMessages(userId, me));
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

const TEXTS = {
  unknown: { title: "Profile not found", text: "This member is not here any more, or never was." },
  unmatched: {
    title: "Not a match yet",
    text: "You can only message your matches. A crush from each of you makes one.",
  },
  blocked: {
    title: "You have blocked this member.",
    text: "You do not see each other. Unblocking brings no match or conversation back.",
  },
  ended: { title: "This conversation has ended.", text: "Your other conversations are where they were." },
} as const;

/** A chat that cannot be: with somebody who is no match, or nobody; or that has ended while it was open. */
export function ChatUnavailable({ why, children }: { why: keyof typeof TEXTS; children?: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // What had the focus went with the chat. Where something was in it, this is said.
    if (why === "ended" && document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [why]);
  return (
    <section ref={section} tabIndex={-1} className={css.chat} aria-label={TEXTS[why].title}>
      <title>Messages · Spotter</title>
      <header className={css.head}>
        <IconLink to="/messages" label="Back to messages" className={typography.phone}>
          <ArrowLeft />
        </IconLink>
      </header>
      <div className={css.middle}>
        <ChatPlaceholder heading="h1" {...TEXTS[why]}>
          <ButtonLink to={why === "unmatched" ? "/crushes" : "/messages"} variant="line" className={css.way}>
            {why === "unmatched" ? "My Crushes" : "Back to messages"}
          </ButtonLink>
          {children}
        </ChatPlaceholder>
      </div>
    </section>
  );
}

/**
 * Stands where one wrote, once the other one has deleted their account.
 * @param gone undefined while it is not known; before one's eyes, what had the focus goes with the composer
 * @param children where one writes
 */
export function DeletedAccountNotice({ gone, children }: { gone: boolean | undefined; children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null);
  const was = useRef(gone);
  // At once: else the focus would be led into the conversation first.
  useLayoutEffect(() => {
    const isNews = gone === true && was.current === false;
    if (isNews && document.activeElement === document.body) note.current?.focus({ preventScroll: true });
    was.current = gone;
  }, [gone]);
  if (!gone) return children;
  return (
    <p ref={note} tabIndex={-1} className={css.gone}>
      This account was deleted. What you wrote stays here.
    </p>
  );
}

/** 'Hiking', 'Hiking and Yoga', 'Hiking, Yoga and Boxing'. */
const listFormat = new Intl.ListFormat("en-US", { style: "long", type: "conjunction" });

/** The empty chat: a nudge, with what both like if there is anything. */
export function EmptyChat({ userId, username }: { userId: string; username: string }) {
  const own = useOwnProfile();
  const other = useMember(userId);
  const theirs = other.data?.user.profile.interests ?? [];
  const shared = (own.data?.profile.interests ?? []).filter((interest) => theirs.includes(interest)).slice(0, 3);
  const asking = own.isPending || other.isPending;
  return (
    <ChatPlaceholder
      title={
        <>
          Say hello to <BreakableName username={username} />!
        </>
      }
      text={
        shared.length > 0
          ? `You both like ${listFormat.format(shared)}. Start there.`
          : // Nothing is said before it is known, but its line is kept.
            asking
            ? "\u00a0"
            : "You matched. Say something first."
      }
    />
  );
}

/**
 * Keeps an element within what a phone's keyboard leaves of the screen, where the browser does not do so by itself (iOS).
 * Sets `--visible`, the height that is left, and `--scrolled`, how far the browser has pushed the page up.
 */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const element = ref.current;
    if (!viewport || !element) return;
    const adapt = () => {
      // A page that is zoomed in has a small viewport too, and must stay as it is.
      const covered = viewport.scale < 1.02 && window.innerHeight - viewport.height > 1;
      for (const [name, pixels] of [
        ["--visible", viewport.height],
        ["--scrolled", viewport.offsetTop],
      ] as const) {
        if (covered) element.style.setProperty(name, `${pixels}px`);
        else element.style.removeProperty(name);
      }
    };
    adapt();
    viewport.addEventListener("resize", adapt);
    viewport.addEventListener("scroll", adapt);
    return () => {
      viewport.removeEventListener("resize", adapt);
      viewport.removeEventListener("scroll", adapt);
    };
  }, [ref]);
}
