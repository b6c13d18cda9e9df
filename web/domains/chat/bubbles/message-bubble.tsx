import { Check, CheckCheck, Clock3, Ellipsis, X } from "lucide-react";
import { memo, type ReactNode, use, useId, useMemo } from "react";
import { AttachmentBubble } from "#web/domains/chat/bubbles/attachment-bubble.tsx";
import { DateCardContext } from "#web/domains/chat/bubbles/date-card-context.ts";
import { parseLinks } from "#web/domains/chat/bubbles/link-parser.ts";
import css from "#web/domains/chat/bubbles/message-bubble.module.css";
import { type GroupedMessage as Drawn, isEmojiOnly } from "#web/domains/chat/bubbles/message-groups.ts";
import type { OpenMessageMenu } from "#web/domains/chat/bubbles/message-menu.tsx";
import { MessageQuote } from "#web/domains/chat/bubbles/message-quote.tsx";
import { MessageReactions } from "#web/domains/chat/bubbles/message-reactions.tsx";
import { getDeleteLabel, type MessageActions } from "#web/domains/chat/bubbles/use-message-actions.tsx";
import { SEND_FAILED, SENDS_WHEN_ONLINE } from "#web/domains/chat/outbox/outbox-store.ts";
import { exactTime, relativeTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

interface Props extends MessageActions {
  bubble: Drawn;
  username: string;
  /** Without hovering. */
  isTapped: boolean;
  /** The newest own message, whose × is always shown. */
  isNewestOwn: boolean;
  isMenuOpen: boolean;
  isDeleting: boolean;
  /** It was just reached from a reply or a search. */
  isFound: boolean;
  /** By someone new. */
  isCovered: boolean;
  note: ReactNode;
  onMenu: OpenMessageMenu;
  onQuote: (messageId: string) => void;
}

export const MessageBubble = memo(function Bubble({
  bubble,
  username,
  isTapped: tapped,
  isNewestOwn,
  isMenuOpen,
  isDeleting: deleting,
  isFound,
  isCovered,
  note,
  onMenu,
  onQuote,
  onReact,
  onDelete,
  onRetry,
}: Props) {
  const id = useId();
  const { isOwn: mine, state, day, fresh, first, last } = bubble;
  const isPicture = bubble.message?.messageType === "image";
  const isUnsent = state === "failed" || state === "waiting";
  const card = use(DateCardContext)?.(bubble);
  return (
    <li>
      {day && (
        <p className={css.day}>
          <span>{day}</span>
        </p>
      )}
      {fresh && (
        <p className={classNames(css.day, css.fresh)}>
          <span>New messages</span>
        </p>
      )}
      <div
        className={classNames(
          css.line,
          mine && css.mine,
          first && !day && !fresh && css.turn,
          // Images open on tap instead, and unsent messages always show their actions.
          (tapped || isPicture || isUnsent || isNewestOwn) && css.shown,
          isNewestOwn && css.newest,
          tapped && css.tapped,
        )}
        data-key={bubble.key}
      >
        {mine && <ActionsButton bubble={bubble} describedBy={id} isOpen={isMenuOpen} onMenu={onMenu} />}
        {mine && state !== "sending" && (!card || isUnsent) && (
          <IconButton
            label={getDeleteLabel(bubble)}
            className={classNames(css.act, css.delete)}
            aria-describedby={id}
            aria-live="off"
            tabIndex={-1}
            // A key that is held down counts as one press.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => onDelete(bubble)}
          >
            <span>
              <X />
            </span>
          </IconButton>
        )}
        {/* An article, so that its name is read when it gets the focus. */}
        <article
          id={id}
          data-menu=""
          tabIndex={-1}
          aria-labelledby={id}
          aria-describedby={`${id}-exact`}
          className={classNames(
            css.bubble,
            isPicture && css.picture,
            Boolean(card) && css.card,
            bubble.replyTo && css.reply,
            last && css.tail,
            (state === "sending" || state === "waiting") && css.sending,
            state === "failed" && css.failed,
            deleting && css.deleting,
            isFound && css.found,
          )}
        >
          <span className={typography.hidden}>{mine ? "You: " : `${username}: `}</span>
          {bubble.replyTo && (
            <MessageQuote quote={bubble.replyTo} from={bubble.quotesMine ? "You" : username} onSelect={onQuote} />
          )}
          <div className={css.body}>
            {card ?? <MessageContent bubble={bubble} isCovered={isCovered} />}
            <BubbleFoot bubble={bubble} exactId={`${id}-exact`} />
          </div>
        </article>
        {!mine && <ActionsButton bubble={bubble} describedBy={id} isOpen={isMenuOpen} onMenu={onMenu} />}
      </div>
      {bubble.message && (
        <MessageReactions message={bubble.message} isOwn={mine} username={username} onReact={onReact} />
      )}
      {note}
      {last && isUnsent && <UnsentNote bubble={bubble} describedBy={id} onRetry={onRetry} />}
    </li>
  );
});

interface ActionsButtonProps {
  bubble: Drawn;
  describedBy: string;
  isOpen: boolean;
  onMenu: OpenMessageMenu;
}

/** Where there is no right click or long press. */
function ActionsButton({ bubble, describedBy, isOpen, onMenu }: ActionsButtonProps) {
  return (
    <IconButton
      label="Message actions"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-describedby={describedBy}
      // Not part of the announcement of a new message.
      aria-live="off"
      tabIndex={-1}
      className={classNames(css.act, css.more)}
      onClick={({ currentTarget, detail }) => onMenu(bubble.key, currentTarget, detail === 0)}
    >
      <span>
        <Ellipsis />
      </span>
    </IconButton>
  );
}

function MessageContent({ bubble: { message, isOwn: mine, content }, isCovered }: Pick<Props, "bubble" | "isCovered">) {
  if (message?.messageType === "image") return <AttachmentBubble message={message} mine={mine} isCovered={isCovered} />;
  return (
    <span dir="auto" className={classNames(css.text, isEmojiOnly(content) && css.large)}>
      <LinkifiedText text={content} />
    </span>
  );
}

function BubbleFoot({ bubble: { state, createdAt }, exactId }: { bubble: Drawn; exactId: string }) {
  const now = useNow();
  return (
    <span className={css.foot}>
      <span className={css.time}>
        <time dateTime={createdAt}>{relativeTime(createdAt, now)}</time>
        <span id={exactId} className={css.exact} aria-hidden="true">
          {exactTime(createdAt, now)}
        </span>
      </span>
      {state === "sending" && <StatusMark icon={Clock3} label="Sending..." className={css.slow} />}
      {state === "waiting" && <StatusMark icon={Clock3} label="Waiting" />}
      {state === "sent" && <StatusMark icon={Check} label="Sent" />}
      {state === "read" && <StatusMark icon={CheckCheck} label="Read" className={css.read} />}
    </span>
  );
}

interface UnsentNoteProps {
  bubble: Drawn;
  /** Id of the message text: distinguishes the retry buttons of several failed messages. */
  describedBy: string;
  onRetry: (bubble: Drawn) => void;
}

/** Under the message. The toast announces the failure. Without a network nothing has failed. */
function UnsentNote({ bubble, describedBy, onRetry }: UnsentNoteProps) {
  const isOffline = !navigator.onLine;
  const isWaiting = bubble.state === "waiting";
  return (
    <div className={classNames(css.under, bubble.state === "failed" && css.failure)}>
      <span>{isWaiting && isOffline ? SENDS_WHEN_ONLINE : (bubble.outgoing?.failure ?? SEND_FAILED)}</span>
      {isWaiting && !isOffline && <span>· Goes out by itself</span>}
      <button
        type="button"
        className={css.retry}
        tabIndex={-1}
        aria-describedby={describedBy}
        onClick={() => onRetry(bubble)}
      >
        Retry
      </button>
    </div>
  );
}

function StatusMark({
  icon: Icon,
  label,
  className,
}: {
  icon: typeof Check;
  label: string;
  className?: string | undefined;
}) {
  return (
    <>
      <Icon className={classNames(css.mark, className)} aria-hidden="true" />
      <span className={typography.hidden}>{label}</span>
    </>
  );
}

/** The linked page gets no referrer and no access to this window. */
export function LinkifiedText({ text }: { text: string }) {
  const segments = useMemo(() => parseLinks(text), [text]);
  return segments.map(({ text: label, href }, i) =>
    href === undefined ? (
      label
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text never change their order
        key={i}
        dir="ltr"
        className={css.link}
        tabIndex={-1}
        href={href}
        // A mailto link opens another program, so a new tab would stay empty.
        {...(!href.startsWith("mailto:") && { target: "_blank" })}
        rel="noopener nofollow noreferrer"
      >
        {label}
      </a>
    ),
  );
}
