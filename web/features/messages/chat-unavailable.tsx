import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import css from "#web/features/messages/chat.module.css";
import { ChatPlaceholder } from "#web/features/messages/chat-placeholder.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import type from "#web/ui/type.module.css";

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
        <IconLink to="/messages" label="Back to messages" className={type.phone}>
          <ArrowLeft />
        </IconLink>
      </header>
      <div className={css.middle}>
        <ChatPlaceholder heading="h1" {...TEXTS[why]}>
          <ButtonLink to={why === "unmatched" ? "/crushes" : "/messages"} look="line" className={css.way}>
            {why === "unmatched" ? "My Crushes" : "Back to messages"}
          </ButtonLink>
          {children}
        </ChatPlaceholder>
      </div>
    </section>
  );
}
