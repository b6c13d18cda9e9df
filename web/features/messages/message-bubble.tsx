import { Check, CheckCheck, Clock3, Flag, X } from "lucide-react";
import { createContext, memo, use, useId, useMemo } from "react";
import type { Message } from "#contract/messages.ts";
import { AttachmentBubble } from "#web/features/messages/attachment-bubble.tsx";
import { parseLinks } from "#web/features/messages/link-parser.ts";
import css from "#web/features/messages/message-bubble.module.css";
import { type GroupedMessage as Drawn, isEmojiOnly } from "#web/features/messages/message-groups.ts";
import { SEND_FAILED } from "#web/features/messages/outbox-store.ts";
import { NO_FOCUS_ATTRIBUTE, SECONDARY_ATTRIBUTE } from "#web/features/messages/use-focus-recovery.ts";
import { exactTime, relativeTime, useNow } from "#web/lib/relative-time.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  bubble: Drawn;
  /** The other member's name. */
  username: string;
  /** Shows the delete button and the exact time without hovering. */
  isTapped: boolean;
  isDeleting: boolean;
  onDelete: (bubble: Drawn) => void;
  onRetry: (bubble: Drawn) => void;
}

export const MessageBubble = memo(function Bubble({
  bubble,
  username,
  isTapped: tapped,
  isDeleting: deleting,
  onDelete,
  onRetry,
}: Props) {
  const id = useId();
  const { isOwn: mine, state, day, fresh, first, last } = bubble;
  const isPicture = bubble.message?.messageType === "image";
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
          (tapped || isPicture || state === "failed" || state === "waiting") && css.shown,
          tapped && css.tapped,
        )}
        data-key={bubble.key}
      >
        {mine && state !== "sending" && (
          <IconButton
            label={bubble.message ? "Delete message" : "Discard message"}
            className={classNames(css.act, css.delete)}
            aria-describedby={id}
            {...(!bubble.message && { [NO_FOCUS_ATTRIBUTE]: "" })}
            // A key that is held down counts as one press.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => onDelete(bubble)}
          >
            <span>
              <X />
            </span>
          </IconButton>
        )}
        <div
          id={id}
          className={classNames(
            css.bubble,
            isPicture && css.picture,
            last && css.tail,
            (state === "sending" || state === "waiting") && css.sending,
            state === "failed" && css.failed,
            deleting && css.deleting,
          )}
        >
          <span className={typography.hidden}>{mine ? "You: " : `${username}: `}</span>
          <MessageContent bubble={bubble} />
          <BubbleFoot bubble={bubble} />
        </div>
        {!mine && <ReportButton bubble={bubble} describedBy={id} />}
      </div>
      {last && (state === "failed" || state === "waiting") && (
        <UnsentNote bubble={bubble} describedBy={id} onRetry={onRetry} />
      )}
    </li>
  );
});

/** Reporting a message must take at most three taps, including the reason and the submission. */
function ReportButton({ bubble: { message }, describedBy }: { bubble: Drawn; describedBy: string }) {
  const report = use(ReportMessageContext);
  if (!report || !message) return null;
  return (
    <IconButton
      label="Report this message"
      aria-describedby={describedBy}
      {...{ [SECONDARY_ATTRIBUTE]: "" }}
      // Not part of the announcement of a new message.
      aria-live="off"
      className={classNames(css.act, css.report)}
      onClick={() => report(message)}
    >
      <span>
        <Flag />
      </span>
    </IconButton>
  );
}

function MessageContent({ bubble: { message, isOwn: mine, content } }: { bubble: Drawn }) {
  if (message?.messageType === "image") return <AttachmentBubble message={message} mine={mine} />;
  return (
    <span dir="auto" className={classNames(css.text, isEmojiOnly(content) && css.large)}>
      <LinkifiedText text={content} />
    </span>
  );
}

/** The time, and what has become of an own message. */
function BubbleFoot({ bubble: { state, createdAt } }: { bubble: Drawn }) {
  const now = useNow();
  return (
    <span className={css.foot}>
      <span className={css.time}>
        <time dateTime={createdAt}>{relativeTime(createdAt, now)}</time>
        <span className={css.exact} aria-hidden="true">
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

/** Why a message is not sent, under it. The toast announces it. */
function UnsentNote({ bubble, describedBy, onRetry }: UnsentNoteProps) {
  const failure = bubble.outgoing?.failure;
  return (
    <div className={classNames(css.under, bubble.state === "failed" && css.failure)}>
      <span>{failure ?? SEND_FAILED}</span>
      {bubble.state === "waiting" && (
        <span>{failure === undefined ? "· Waiting for the network" : "· Goes out by itself"}</span>
      )}
      <button type="button" className={css.retry} aria-describedby={describedBy} onClick={() => onRetry(bubble)}>
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

/** A text with links. The linked page gets no referrer and no access to this window. */
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

/**
 * Reports a message of the other member; undefined where reporting is not possible. A context, so that it need not be
 * passed through the conversation. The function must be stable, or all bubbles rerender.
 */
export const ReportMessageContext = createContext<((message: Message) => void) | undefined>(undefined);
