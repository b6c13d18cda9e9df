import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { setChatNotices } from "#web/lib/chat-notices.ts";
import css from "#web/screens/messages/chat.module.css";
import { ChatPlaceholder } from "#web/screens/messages/chat-placeholder.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

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

/** Without a match, for an unknown member, or when the conversation ended while open. */
export function ChatUnavailable({
  reason,
  menu,
  children,
}: {
  reason: keyof typeof TEXTS;
  menu?: ReactNode;
  children?: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The focused element was removed with the chat; focusing the section announces the change.
    if (reason === "ended" && document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [reason]);
  return (
    <section ref={section} tabIndex={-1} className={css.chat} aria-label={TEXTS[reason].title}>
      <title>Messages · Spotter</title>
      <header className={css.head}>
        <IconLink to="/messages" label="Back to messages" className={typography.phone}>
          <ArrowLeft />
        </IconLink>
        <span className={css.who} />
        {menu}
      </header>
      <div ref={setChatNotices} />
      <div className={css.middle}>
        <ChatPlaceholder heading="h1" {...TEXTS[reason]}>
          <ButtonLink to={reason === "unmatched" ? "/crushes" : "/messages"} variant="line" className={css.way}>
            {reason === "unmatched" ? "My Crushes" : "Back to messages"}
          </ButtonLink>
          {children}
        </ChatPlaceholder>
      </div>
    </section>
  );
}
