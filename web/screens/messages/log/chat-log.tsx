import { ArrowDown, ArrowUp } from "lucide-react";
import { type RefObject, use, useEffect, useMemo, useRef, useState } from "react";
import type { Message } from "#contract/chat/messages.ts";
import { ACQUAINTED_FROM } from "#contract/limits.ts";
import { counted } from "#contract/words.ts";
import { useConversationAdvice } from "#web/domains/chat/advice/advice-store.ts";
import bubbleCss from "#web/domains/chat/bubbles/message-bubble.module.css";
import { MessageBubble } from "#web/domains/chat/bubbles/message-bubble.tsx";
import { groupMessages } from "#web/domains/chat/bubbles/message-groups.ts";
import { MessageMenu, useMenuGestures, useMessageMenu } from "#web/domains/chat/bubbles/message-menu.tsx";
import {
  type MessageActions,
  ReportMessageContext,
  useMessageActions,
} from "#web/domains/chat/bubbles/use-message-actions.tsx";
import { useMessageKeys } from "#web/domains/chat/bubbles/use-message-keys.ts";
import type { OutgoingMessage } from "#web/domains/chat/outbox/outbox-store.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useNotes } from "#web/screens/messages/composer/lazy-advice.ts";
import { buildSampleBubbles } from "#web/screens/messages/first-text-samples.ts";
import css from "#web/screens/messages/log/chat-log.module.css";
import { type Jump, type OlderMessages, useJump } from "#web/screens/messages/log/use-jump.ts";
import { useLogScroll } from "#web/screens/messages/log/use-log-scroll.ts";
import { useScrollRestoration } from "#web/screens/messages/log/use-scroll-restoration.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

interface Props extends MessageActions {
  messages: readonly Message[];
  outbox: readonly OutgoingMessage[];
  older: OlderMessages;
  userId: string;
  me: string;
  /** The first message that was unread when the conversation was opened. */
  firstUnreadId: string | undefined;
  username: string;
  deletingId: string | undefined;
  jump: Jump | undefined;
  onQuote: (messageId: string) => void;
}

/**
 * I have written less than five messages and no picture. Counts the loaded messages, so somebody may count as new until
 * older ones are loaded.
 */
export function isSomeoneNew(messages: readonly Message[], me: string): boolean {
  const own = messages.filter(({ sender }) => sender._id === me);
  return own.length < ACQUAINTED_FROM && own.every(({ messageType }) => messageType !== "image");
}

/** The newest message is at the bottom. Older ones are loaded while scrolling up. */
export function ChatLog({
  messages,
  outbox,
  older,
  userId,
  me,
  firstUnreadId: firstUnread,
  username,
  deletingId,
  jump,
  onQuote,
  ...actions
}: Props) {
  const log = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  const bubbles = useMemo(
    () => groupMessages(messages, outbox, me, today, firstUnread),
    [messages, outbox, me, today, firstUnread],
  );
  const newestOwnKey = bubbles.findLast(({ isOwn }) => isOwn)?.key;
  const reading = useScrollRestoration(me, userId, firstUnread !== undefined);
  const { range, above, below, isAway, missedCount, scrollToBottom, scrollToUnread, goTo } = useLogScroll(
    log,
    list,
    bubbles,
    reading,
  );
  const foundKey = useJump(jump, bubbles, older, goTo);
  const tapped = useTappedMessage(log);
  const { menu, openMenu, closeMenu } = useMessageMenu();
  useMenuGestures(log, openMenu);
  const tabStop = useMessageKeys(log, openMenu);
  const getActions = useMessageActions(actions);
  const advice = useConversationAdvice(userId);
  const coversPictures = !advice.showsPictures && isSomeoneNew(messages, me);
  const report = use(ReportMessageContext);
  const renderNotes = useNotes();
  return (
    <div className={css.frame}>
      <div
        ref={log}
        {...tabStop}
        className={css.log}
        role="log"
        aria-label={`Conversation with ${username}`}
        // Older messages must not be announced as new.
        aria-live={older.isLoading || isAway ? "off" : "polite"}
        aria-relevant="additions"
      >
        <div className={css.inside}>
          {older.hasMore && <OlderMessagesLoader older={older} root={log} count={messages.length} />}
          <ol ref={list} style={{ paddingTop: above, paddingBottom: below }}>
            {bubbles.slice(range.from, range.to).map((bubble) => (
              <MessageBubble
                key={bubble.key}
                bubble={bubble}
                username={username}
                isTapped={tapped === bubble.key}
                isNewestOwn={bubble.key === newestOwnKey}
                isDeleting={bubble.message !== undefined && bubble.message._id === deletingId}
                isMenuOpen={menu?.key === bubble.key}
                isFound={foundKey === bubble.key}
                isCovered={coversPictures && !bubble.isOwn}
                note={bubble.message && renderNotes?.(bubble.message, { userId, me, messages, advice, report })}
                onMenu={openMenu}
                onQuote={onQuote}
                {...actions}
              />
            ))}
          </ol>
        </div>
      </div>
      <MessageMenu menu={menu} bubbles={bubbles} getItems={getActions} onReact={actions.onReact} onClose={closeMenu} />
      {scrollToUnread && (
        <button type="button" className={classNames(css.down, css.news, css.up)} onClick={scrollToUnread}>
          New messages
          <ArrowUp aria-hidden="true" />
        </button>
      )}
      <div role="status">
        {isAway && (
          <button type="button" className={classNames(css.down, missedCount > 0 && css.news)} onClick={scrollToBottom}>
            {missedCount > 0 ? (
              formatNewCount(missedCount)
            ) : (
              <span className={typography.hidden}>To the newest message</span>
            )}
            <ArrowDown aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

const formatNewCount = (missedCount: number): string => counted(missedCount, "new message", "new messages");

interface OlderMessagesLoaderProps {
  older: OlderMessages;
  root: RefObject<HTMLElement | null>;
  /** Number of loaded messages: each new page triggers another check. */
  count: number;
}

/** When the top of the loaded messages comes near. */
function OlderMessagesLoader({
  older: { isLoading: loading, hasFailed: failed, load },
  root,
  count,
}: OlderMessagesLoaderProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!sentinel.current || loading || failed || count === 0) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      root: root.current,
      rootMargin: "600px 0px 0px",
    });
    observer.observe(sentinel.current);
    return () => observer.disconnect();
  }, [loading, failed, load, root, count]);
  return (
    <div ref={sentinel} className={css.top}>
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

/** The build adds templates to the frame, which the inline script fills with the newest messages. */
export const ChatSkeleton = () => (
  <>
    <BubbleSkeletons />
    {import.meta.env.SSR && (
      <template
        data-first-text="chat"
        data-turn={bubbleCss.turn}
        data-tail={bubbleCss.tail}
        data-large={bubbleCss.large}
      >
        <div className={css.frame}>
          <div className={css.log} role="log" aria-label="Conversation">
            <div className={css.inside}>
              <ol>
                {buildSampleBubbles().map((bubble) => (
                  <MessageBubble key={bubble.key} bubble={bubble} {...SAMPLE_PROPS} />
                ))}
              </ol>
            </div>
          </div>
        </div>
      </template>
    )}
  </>
);

const doNothing = () => undefined;

const SAMPLE_PROPS = {
  username: "{name}",
  isTapped: false,
  isNewestOwn: false,
  isMenuOpen: false,
  isDeleting: false,
  isFound: false,
  isCovered: false,
  note: undefined,
  onMenu: doNothing,
  onQuote: doNothing,
  onReact: doNothing,
  onDelete: doNothing,
  onReply: doNothing,
  onRetry: doNothing,
} as const;

function BubbleSkeletons() {
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

/** Its exact time and its buttons are shown on devices without hover. */
export function useTappedMessage(ref: RefObject<HTMLElement | null>): string | undefined {
  const [tapped, setTapped] = useState<string>();
  useEffect(() => {
    const log = ref.current;
    if (!log || matchMedia("(hover: hover)").matches) return;
    const tap = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.target.closest("button")) return;
      const key = event.target.closest<HTMLElement>("[data-key]")?.dataset["key"];
      setTapped((now) => (now === key ? undefined : key));
    };
    log.addEventListener("click", tap);
    return () => log.removeEventListener("click", tap);
  }, [ref]);
  return tapped;
}
