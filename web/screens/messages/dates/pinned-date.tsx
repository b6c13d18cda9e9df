import type { Message } from "#contract/chat/messages.ts";
import { dateInForce, isExpired, isOver, isWaiting, lastTimeOf } from "#contract/training/date-rules.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { useRecipient } from "#web/domains/chat/recipient.queries.ts";
import { summarizeDate } from "#web/domains/training/date-state.ts";
import { useStore } from "#web/lib/store.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useDateMessages } from "#web/screens/messages/dates/date-messages.queries.ts";
import { visibleCards } from "#web/screens/messages/dates/date-visibility.ts";
import css from "#web/screens/messages/dates/pinned-date.module.css";
import { PlateGlyph } from "#web/ui/brand/plate-glyph.tsx";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  me: string;
  userId: string;
}

type DateMessage = Message & { readonly date: WorkoutDate };

/** Dates that wait for me, then agreed ones, then those that wait for the other member. */
function rankOf(date: WorkoutDate, me: string, now: number): number | undefined {
  if (isExpired(date, now) || isOver(date, now)) return undefined;
  if (isWaiting(date, now)) return date.turn === me ? 0 : 2;
  return date.state === "agreed" ? 1 : undefined;
}

/** The soonest date of the first rank. */
export function findPinned(messages: readonly Message[], me: string, now: number): DateMessage | undefined {
  const ranked = messages.flatMap((message) => {
    const date = message.date && dateInForce(message.date, now);
    const rank = date && rankOf(date, me, now);
    return date && rank !== undefined ? [{ message: { ...message, date }, rank, at: lastTimeOf(date).from }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank || a.at - b.at)[0]?.message;
}

/** Leads to the card of a date that is out of view. */
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
