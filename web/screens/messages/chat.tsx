import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Message } from "#contract/chat/messages.ts";
import { adviceStore } from "#web/domains/chat/advice/advice-store.ts";
import { toQuote } from "#web/domains/chat/bubbles/message-quote.tsx";
import { listMessages } from "#web/domains/chat/conversation-pages.ts";
import { isContactEndedError, useIsEnded } from "#web/domains/chat/ended-conversations.queries.ts";
import { useMessages } from "#web/domains/chat/messages.queries.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import { useOutbox } from "#web/domains/chat/outbox/outbox.ts";
import { listUnconfirmed } from "#web/domains/chat/outbox/outbox-store.ts";
import { type Recipient, useRecipient } from "#web/domains/chat/recipient.queries.ts";
import { ApiError } from "#web/lib/api.ts";
import { setChatNotices } from "#web/lib/chat-notices.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/messages/chat.module.css";
import { ChatHeader } from "#web/screens/messages/chat-header.tsx";
import { ChatMessages } from "#web/screens/messages/chat-messages.tsx";
import { ChatComposer, useMessagingRestriction } from "#web/screens/messages/composer/chat-composer.tsx";
import { useFirstUnread, useReadTracking } from "#web/screens/messages/log/read-tracking.ts";
import { useFocusRecovery } from "#web/screens/messages/log/use-focus-recovery.ts";
import { useKeyboardInset } from "#web/screens/messages/use-keyboard-inset.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const chatUnavailable = lazyModule(() =>
  import("#web/screens/messages/chat-unavailable.tsx").then((file) => file.ChatUnavailable),
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
  const restriction = useMessagingRestriction(thread.data);
  const outbox = useOutbox(userId);
  const unconfirmed = useMemo(() => listUnconfirmed(outbox, messages ?? []), [outbox, messages]);

  const rejection =
    !thread.data && thread.error instanceof ApiError && thread.error.status < 500 ? thread.error : undefined;
  // Contact may have ended while this browser was closed, so that the draft is still stored.
  const isOver = rejection !== undefined && isContactEndedError(rejection);
  useEffect(() => {
    if (isOver) draftStore.discard(userId);
  }, [isOver, userId]);
  const Unavailable = useLazyModule(chatUnavailable, rejection !== undefined, () => undefined);

  const reply = useCallback(
    (message: Message) => {
      draftStore.writeReply(userId, toQuote(message));
      section.current?.querySelector("textarea")?.focus();
    },
    [userId],
  );

  if (rejection) return <LazyRender as={Unavailable} reason={getUnavailableReason(rejection)} menu={menu} />;
  const shared = { userId, me, other, username: other?.username ?? "your match", messages, outbox: unconfirmed };
  return (
    <section ref={section} className={css.chat}>
      <title>{other ? `${other.username} · Spotter` : "Messages · Spotter"}</title>
      <ChatHeader userId={userId} other={other} trained={thread.data?.pages[0]?.trainedTogether} menu={menu} />
      <div ref={setChatNotices} />
      {pinned}
      <ChatMessages
        {...shared}
        thread={thread}
        firstUnreadId={firstUnread}
        canWrite={other !== undefined && !other.isGone && !restriction}
        onReply={reply}
      />
      <ChatComposer {...shared} thread={thread.data} restriction={restriction} attach={attach} />
    </section>
  );
}
