import { Hourglass } from "lucide-react";
import type { Remaining } from "#contract/schemas.ts";
import type { ConversationPages } from "#web/features/messages/conversation-pages.ts";
import { getUnansweredLimit } from "#web/features/messages/conversation-pages.ts";
import css from "#web/features/messages/unanswered-limit-hint.module.css";
import { useNow } from "#web/lib/relative-time.ts";
import { timeAhead } from "#web/lib/time-ahead.ts";

/** How many more messages one may send before the other answers, where few are left and no day has passed. */
export function useUnansweredLimit(thread: ConversationPages | undefined): Remaining | undefined {
  const now = useNow();
  const unanswered = thread && getUnansweredLimit(thread);
  return unanswered && Date.parse(unanswered.until) > now ? unanswered : undefined;
}

/** Says above the composer that the other is to have a moment to answer. */
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
  const more = left === 1 ? "1 more message" : `${left} more messages`;
  const time = timeAhead(Date.parse(until), Date.now());
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
