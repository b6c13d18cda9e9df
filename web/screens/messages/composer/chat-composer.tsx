import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { Message, MessagesPage, Quote } from "#contract/chat/messages.ts";
import type { Remaining } from "#contract/schemas.ts";
import { QuoteText } from "#web/domains/chat/bubbles/message-quote.tsx";
import { type ConversationPages, getRestriction, getUnansweredLimit } from "#web/domains/chat/conversation-pages.ts";
import { draftStore, useDraftReply } from "#web/domains/chat/outbox/draft-store.ts";
import { sendText } from "#web/domains/chat/outbox/outbox.ts";
import type { OutgoingMessage } from "#web/domains/chat/outbox/outbox-store.ts";
import type { Recipient } from "#web/domains/chat/recipient.queries.ts";
import { isInForce, restrictionNotes } from "#web/domains/members/names/restrictions.ts";
import { useNow } from "#web/lib/use-now.ts";
import chat from "#web/screens/messages/chat.module.css";
import css from "#web/screens/messages/composer/composer.module.css";
import { Composer } from "#web/screens/messages/composer/composer.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const quietSuggestion = lazyModule(() =>
  import("#web/screens/messages/composer/quiet-suggestion.tsx").then((file) => file.QuietSuggestion),
);

const unansweredHint = lazyModule(() =>
  import("#web/screens/messages/composer/unanswered-hint.tsx").then((file) => file.UnansweredLimitHint),
);

interface Props {
  userId: string;
  me: string;
  other: Recipient | undefined;
  username: string;
  /** Undefined while loading. */
  thread: ConversationPages | undefined;
  messages: readonly Message[] | undefined;
  outbox: readonly OutgoingMessage[];
  restriction: MessagesPage["restricted"];
  /** Before the text. */
  attach?: ReactNode;
}

/** The composer with what is said above it, or why there is none. */
export function ChatComposer({ userId, me, other, username, thread, messages, outbox, restriction, attach }: Props) {
  const unanswered = useUnansweredLimit(thread);
  const UnansweredHint = useLazyModule(unansweredHint, unanswered !== undefined, () => undefined);
  const notes = useLazyModule(restrictionNotes, restriction !== undefined, () => undefined);
  const hintId = useId();
  const replyTo = useDraftReply(userId);
  // It can wait until the page is idle, and is not missed if it does not load.
  const Suggestion = useLazyModule(quietSuggestion, false, () => undefined);
  return (
    <DeletedAccountNotice gone={other && other.isGone === true}>
      {restriction ? (
        <LazyRender as={notes?.ClosedComposer} until={restriction.until} />
      ) : (
        <>
          {unanswered && <LazyRender as={UnansweredHint} id={hintId} {...{ username, unanswered }} />}
          {!unanswered && messages && other && outbox.length === 0 && (
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
            isSending={outbox.some((one) => one.state === "sending")}
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
            onSend={(content) => sendText(userId, content, replyTo)}
            attach={attach}
          />
        </>
      )}
    </DeletedAccountNotice>
  );
}

/**
 * @param gone undefined while loading. When it changes from false to true, the focused composer is removed, so the
 * notice takes the focus
 * @param children the composer
 */
function DeletedAccountNotice({ gone, children }: { gone: boolean | undefined; children: ReactNode }) {
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
    <p ref={note} tabIndex={-1} className={chat.gone}>
      This account was deleted. What you wrote stays here.
    </p>
  );
}

/** Escape in the field cancels it, too. */
function ReplyNote({ quote, from, onCancel }: { quote: Quote; from: string; onCancel: () => void }) {
  return (
    <div className={css.reply}>
      <p>
        <QuoteText quote={quote} from={`Replying to ${from}`} />
      </p>
      <IconButton
        label="Cancel reply"
        onClick={({ currentTarget }) => {
          currentTarget.form?.querySelector("textarea")?.focus();
          onCancel();
        }}
      >
        <X />
      </IconButton>
    </div>
  );
}

/** If few messages are left and the day has not ended. */
function useUnansweredLimit(thread: ConversationPages | undefined): Remaining | undefined {
  const now = useNow();
  const unanswered = thread && getUnansweredLimit(thread);
  return unanswered && Date.parse(unanswered.until) > now ? unanswered : undefined;
}

export function useMessagingRestriction(thread: ConversationPages | undefined): MessagesPage["restricted"] {
  const now = useNow();
  const restriction = thread && getRestriction(thread);
  return restriction && isInForce(restriction, now) ? restriction : undefined;
}
