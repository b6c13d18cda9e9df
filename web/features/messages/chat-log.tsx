import { ArrowDown, ArrowUp } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Message } from "#contract/messages.ts";
import css from "#web/features/messages/chat-log.module.css";
import { MessageBubble } from "#web/features/messages/message-bubble.tsx";
import { type GroupedMessage as Drawn, groupMessages } from "#web/features/messages/message-groups.ts";
import type { OutgoingMessage } from "#web/features/messages/outbox-store.ts";
import { useLogScroll, useScrollRestoration } from "#web/features/messages/use-log-scroll.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Older messages, as a thread gives them. */
export interface OlderMessages {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly load: () => void;
}

/** What scrolls has to be reached by keyboard, also where nothing in it can be; the linter cannot see that it scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const;

interface Props {
  messages: readonly Message[];
  outbox: readonly OutgoingMessage[];
  older: OlderMessages;
  userId: string;
  me: string;
  /** The message at which one had stopped reading. */
  firstUnreadId: string | undefined;
  username: string;
  deletingId: string | undefined;
  onDelete: (bubble: Drawn) => void;
  onRetry: (bubble: Drawn) => void;
}

/** The messages, the newest at the bottom, older ones loaded on the way up. */
export function ChatLog({
  messages,
  outbox,
  older,
  userId,
  me,
  firstUnreadId: unreadFrom,
  username,
  deletingId,
  onDelete,
  onRetry,
}: Props) {
  const log = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  const drawn = useMemo(
    () => groupMessages(messages, outbox, me, today, unreadFrom),
    [messages, outbox, me, today, unreadFrom],
  );
  const reading = useScrollRestoration(me, userId, unreadFrom !== undefined);
  const { span, above, below, away, missed, toBottom, toNews } = useLogScroll(log, list, drawn, reading);
  const tapped = useTappedMessage(log);
  return (
    <div className={css.frame}>
      <div
        ref={log}
        {...FOCUSABLE}
        className={css.log}
        role="log"
        aria-label={`Conversation with ${username}`}
        // What is drawn while one looks for older messages is no news.
        aria-live={older.isLoading || away ? "off" : "polite"}
        aria-relevant="additions"
      >
        <div className={css.inside}>
          {older.hasMore && <OlderMessagesLoader older={older} root={log} count={messages.length} />}
          <ol ref={list} style={{ paddingTop: above, paddingBottom: below }}>
            {drawn.slice(span.from, span.to).map((bubble) => (
              <MessageBubble
                key={bubble.key}
                bubble={bubble}
                username={username}
                isTapped={tapped === bubble.key}
                isDeleting={bubble.message !== undefined && bubble.message._id === deletingId}
                onDelete={onDelete}
                onRetry={onRetry}
              />
            ))}
          </ol>
        </div>
      </div>
      {toNews && (
        <button type="button" className={classNames(css.down, css.news, css.up)} onClick={toNews}>
          New messages
          <ArrowUp aria-hidden="true" />
        </button>
      )}
      <div role="status">
        {away && (
          <button type="button" className={classNames(css.down, missed > 0 && css.news)} onClick={toBottom}>
            {missed > 0 ? formatNewCount(missed) : <span className={typography.hidden}>To the newest message</span>}
            <ArrowDown aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

const formatNewCount = (missed: number): string => (missed === 1 ? "1 new message" : `${missed} new messages`);

interface OlderMessagesLoaderProps {
  older: OlderMessages;
  root: RefObject<HTMLElement | null>;
  /** How many messages are here: with every page it is looked whether one more is needed. */
  count: number;
}

/** The upper end of what is loaded: when it comes near, the page before it is asked for. */
function OlderMessagesLoader({
  older: { isLoading: loading, hasFailed: failed, load },
  root,
  count,
}: OlderMessagesLoaderProps) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current || loading || failed || count === 0) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      root: root.current,
      rootMargin: "600px 0px 0px",
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [loading, failed, load, root, count]);
  return (
    <div ref={mark} className={css.top}>
      {failed ? (
        <Button variant="quiet" onClick={load}>
          Try again
        </Button>
      ) : (
        <Skeleton style={{ width: 160, height: 42, borderRadius: "var(--r-card)" }} />
      )}
    </div>
  );
}

/** Messages that are on their way. */
export function ChatSkeleton() {
  return (
    <div className={css.frame}>
      <div className={css.log}>
        <Delayed>
          <div className={css.skeletons}>
            <Skeleton style={{ width: 232, height: 42, borderRadius: "var(--r-card)" }} />
            <Skeleton style={{ width: 264, height: 64, borderRadius: "var(--r-card)" }} />
            <Skeleton style={{ width: 176, height: 42, borderRadius: "var(--r-card)" }} />
            <Skeleton style={{ width: 208, height: 42, borderRadius: "var(--r-card)" }} />
            <Skeleton style={{ width: 248, height: 42, borderRadius: "var(--r-card)" }} />
          </div>
        </Delayed>
      </div>
    </div>
  );
}

/**
 * Which own message was tapped, on a screen that cannot hover: its delete button shows. Keyboards and screen readers reach
 * the button without it.
 */
export function useTappedMessage(ref: RefObject<HTMLElement | null>): string | undefined {
  const [tapped, setTapped] = useState<string>();
  useEffect(() => {
    const log = ref.current;
    if (!log || matchMedia("(hover: hover)").matches) return;
    const tap = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("button")) return;
      const own = event.target.closest<HTMLElement>("[data-own]")?.dataset["own"];
      setTapped((now) => (now === own ? undefined : own));
    };
    log.addEventListener("click", tap);
    return () => log.removeEventListener("click", tap);
  }, [ref]);
  return tapped;
}
