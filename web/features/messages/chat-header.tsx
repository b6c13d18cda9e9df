import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { Avatar } from "#web/features/members/avatar.tsx";
import { BreakableName } from "#web/features/members/breakable-name.tsx";
import { DemoTag } from "#web/features/members/demo-tag.tsx";
import css from "#web/features/messages/chat.module.css";
import { type Recipient, useTyping } from "#web/features/messages/messages.queries.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Whoever goes on typing after a shorter pause, in milliseconds, is not announced once more. */
const REANNOUNCE_AFTER_MS = 30_000;

/** Has a screen reader say that somebody is typing, once, and leaves nothing of it when they do not type any more. */
function TypingAnnouncement({ username, typing }: { username: string; typing: boolean }) {
  const [said, setSaid] = useState<"no" | "now" | "before">("no");
  if (typing && said === "no") setSaid("now");
  if (!typing && said === "now") setSaid("before");
  useEffect(() => {
    if (typing || said !== "before") return;
    const timer = setTimeout(() => setSaid("no"), REANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typing, said]);
  return (
    <p role="status" className={typography.hidden}>
      {said === "now" && `${username} is typing`}
    </p>
  );
}

/** Whom one talks to; a tap leads to the profile, while there is one. On a phone there is a way back to the list. */
export function ChatHeader({
  userId,
  other,
  menu,
}: {
  userId: string;
  other: Recipient | undefined;
  menu?: ReactNode;
}) {
  const typing = userId in useTyping();
  return (
    <header className={css.head}>
      <IconLink to="/messages" label="Back to messages" className={typography.phone}>
        <ArrowLeft />
      </IconLink>
      {other?.isGone ? (
        <div className={css.who}>
          <RecipientName other={other} typing={false} />
        </div>
      ) : other ? (
        <Link to={`/profile/${userId}`} className={css.who}>
          <RecipientName other={other} typing={typing} />
        </Link>
      ) : (
        <Delayed>
          <div className={css.who}>
            <Skeleton className={css.face} style={{ borderRadius: "50%" }} />
            <Skeleton style={{ width: 96, height: 16 }} />
          </div>
        </Delayed>
      )}
      {other && !other.isGone && <TypingAnnouncement username={other.username} typing={typing} />}
      {!other?.isGone && menu}
    </header>
  );
}

function RecipientName({ other, typing }: { other: Recipient; typing: boolean }) {
  return (
    <>
      <Avatar member={other} size={48} className={css.face} />
      <span className={css.whoText}>
        <h1 className={css.name}>
          <span className={classNames(css.called, typing && css.short)}>
            <BreakableName username={other.username} />
          </span>
          {other.isDemo && <DemoTag on="page" />}
        </h1>
        {typing && <span className={classNames(typography.small, css.typing)}>typing...</span>}
      </span>
    </>
  );
}
