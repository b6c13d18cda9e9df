import { ArrowLeft } from "lucide-react";
import css from "#web/features/messages/chat.module.css";
import { Welcome } from "#web/features/messages/welcome.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import type from "#web/ui/type.module.css";

/** A chat that cannot be: with somebody who is no match, or nobody. */
export function NoChat({ unknown }: { unknown: boolean }) {
  return (
    <section className={css.chat}>
      <title>Messages · Spotter</title>
      <header className={css.head}>
        <IconLink to="/messages" label="Back to messages" className={type.phone}>
          <ArrowLeft />
        </IconLink>
      </header>
      <div className={css.middle}>
        {unknown ? (
          <Welcome heading="h1" title="Profile not found" text="This member is not here any more, or never was.">
            <ButtonLink to="/messages" look="line" className={css.way}>
              Back to messages
            </ButtonLink>
          </Welcome>
        ) : (
          <Welcome
            heading="h1"
            title="Not a match yet"
            text="You can only message your matches. A crush from each of you makes one."
          >
            <ButtonLink to="/crushes" look="line" className={css.way}>
              My Crushes
            </ButtonLink>
          </Welcome>
        )}
      </div>
    </section>
  );
}
