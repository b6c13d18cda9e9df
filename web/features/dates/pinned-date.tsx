import { isWaiting } from "#contract/date-rules.ts";
import { findPinned } from "#web/features/dates/date-pin.ts";
import { summarizeDate } from "#web/features/dates/date-state.ts";
import { visibleCards } from "#web/features/dates/date-visibility.ts";
import css from "#web/features/dates/pinned-date.module.css";
import { useDateMessages } from "#web/features/messages/changed-messages.queries.ts";
import { useRecipient } from "#web/features/messages/messages.queries.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { useStore } from "#web/lib/store.ts";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  me: string;
  userId: string;
}

/** One line over a conversation, which leads to the card of a date that is out of view. */
export function PinnedDate({ me, userId }: Props) {
  const username = useRecipient(userId)?.username ?? "your match";
  const now = useNow();
  const visible = useStore(visibleCards);
  const pinned = findPinned(useDateMessages(userId), me, now);
  if (!pinned || visible.has(pinned._id)) return null;
  const { _id: messageId, date } = pinned;
  const isAgreed = !isWaiting(date, now);
  return (
    <div className={css.place}>
      <Link className={css.line} to={`/messages/${userId}`} state={{ messageId }} replace>
        {isAgreed && <PlateGlyph />}
        <span className={typography.cut}>{summarizeDate(date, now, true)}</span>
        <span className={css.state}>{isAgreed ? "Agreed" : `Waiting for ${date.turn === me ? "you" : username}`}</span>
      </Link>
    </div>
  );
}
