import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTyping } from "#web/domains/chat/messages.queries.ts";
import type { Recipient } from "#web/domains/chat/recipient.queries.ts";
import { BreakableName } from "#web/domains/members/names/breakable-name.tsx";
import { DemoTag } from "#web/domains/members/names/demo-tag.tsx";
import { Avatar } from "#web/domains/members/photos/avatar.tsx";
import css from "#web/screens/messages/chat.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Typing that resumes within this time is not announced again. */
const REANNOUNCE_AFTER_MS = 30_000;

/** Once, for screen readers; empty afterwards. */
function TypingAnnouncement({ username, typing }: { username: string; typing: boolean }) {
  const [state, setState] = useState<"idle" | "announcing" | "announced">("idle");
  if (typing && state === "idle") setState("announcing");
  if (!typing && state === "announcing") setState("announced");
  useEffect(() => {
    if (typing || state !== "announced") return;
    const timer = setTimeout(() => setState("idle"), REANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typing, state]);
  return (
    <p role="status" className={typography.hidden}>
      {state === "announcing" && `${username} is typing`}
    </p>
  );
}

/** With a link to the profile if the account exists, and on phones a link back to the list. */
export function ChatHeader({
  userId,
  other,
  trained,
  menu,
}: {
  userId: string;
  other: Recipient | undefined;
  /** Dates at which both have trained. */
  trained: number | undefined;
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
          <RecipientName other={other} typing={false} trained={trained} />
        </div>
      ) : other ? (
        <Link to={`/profile/${userId}`} className={css.who}>
          <RecipientName other={other} typing={typing} trained={trained} />
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
      {menu}
    </header>
  );
}

interface NameProps {
  other: Recipient;
  typing: boolean;
  trained: number | undefined;
}

function RecipientName({ other, typing, trained }: NameProps) {
  return (
    <>
      <Avatar member={other} size={48} className={css.face} />
      <span className={css.whoText}>
        <h1 className={css.name}>
          <span className={classNames(css.called, (typing || trained !== undefined || other.isDemo) && css.short)}>
            <BreakableName username={other.username} />
          </span>
          {other.isDemo && <DemoTag on="page" />}
        </h1>
        {(typing || trained !== undefined) && (
          <span className={classNames(typography.small, typing && css.typing)}>
            {typing ? (
              "typing..."
            ) : (
              <>
                Trained <span className={css.together}>together </span>× {trained}
              </>
            )}
          </span>
        )}
      </span>
    </>
  );
}
