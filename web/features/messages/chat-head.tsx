import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "#web/features/members/avatar.tsx";
import { DemoTag } from "#web/features/members/demo-tag.tsx";
import css from "#web/features/messages/chat.module.css";
import { useTyping } from "#web/features/messages/messages.api.ts";
import type { Other } from "#web/features/messages/use-other.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import type from "#web/ui/type.module.css";

/** Whom one talks to; a tap leads to the profile. On a phone there is a way back to the list. */
export function ChatHead({ userId, other, menu }: { userId: string; other: Other | undefined; menu?: ReactNode }) {
  const typing = userId in useTyping();
  return (
    <header className={css.head}>
      <IconLink to="/messages" label="Back to messages" className={type.phone}>
        <ArrowLeft />
      </IconLink>
      {other ? (
        <Link to={`/profile/${userId}`} className={css.who}>
          <Avatar member={other} size={48} className={css.face} />
          <span className={css.whoText}>
            <h1 className={css.name}>
              <span className={type.cut}>{other.username}</span>
              {other.isDemo && <DemoTag on="page" />}
            </h1>
            {typing && <span className={classNames(type.small, css.typing)}>typing...</span>}
          </span>
        </Link>
      ) : (
        <Delayed>
          <div className={css.who}>
            <Skeleton className={css.face} style={{ borderRadius: "50%" }} />
            <Skeleton style={{ width: 96, height: 16 }} />
          </div>
        </Delayed>
      )}
      {menu}
    </header>
  );
}
