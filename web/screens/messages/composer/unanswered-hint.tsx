import { Hourglass } from "lucide-react";
import type { Remaining } from "#contract/schemas.ts";
import { counted } from "#contract/words.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import css from "#web/screens/messages/composer/composer.module.css";

/** Loaded when few messages are left: most conversations never have it. */
export function UnansweredLimitHint({
  id,
  username,
  unanswered,
}: {
  id: string;
  username: string;
  unanswered: Remaining;
}) {
  const { left, until } = unanswered;
  const more = counted(left, "more message", "more messages");
  const time = formatFutureTime(Date.parse(until), Date.now());
  return (
    <p id={id} role="status" className={css.hint}>
      <Hourglass aria-hidden="true" />
      <span>
        Give {username} a moment to answer.{" "}
        {left === 0 ? `You can write again then, or from ${time}.` : `${more} until then.`}
      </span>
    </p>
  );
}
