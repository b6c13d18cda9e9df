import { dateInForce, isExpired, isOver, isWaiting, lastTimeOf } from "#contract/date-rules.ts";
import type { Message } from "#contract/messages.ts";
import type { WorkoutDate } from "#contract/workout-date.ts";

type DateMessage = Message & { readonly date: WorkoutDate };

/** What comes first: what waits for me, then what is agreed, then what waits for the other member. */
function rankOf(date: WorkoutDate, me: string, now: number): number | undefined {
  if (isExpired(date, now) || isOver(date, now)) return undefined;
  if (isWaiting(date, now)) return date.turn === me ? 0 : 2;
  return date.state === "agreed" ? 1 : undefined;
}

/** The one date of a conversation that a member should not lose sight of; the soonest of its rank. */
export function findPinned(messages: readonly Message[], me: string, now: number): DateMessage | undefined {
  const ranked = messages.flatMap((message) => {
    const date = message.date && dateInForce(message.date, now);
    const rank = date && rankOf(date, me, now);
    return date && rank !== undefined ? [{ message: { ...message, date }, rank, at: lastTimeOf(date).from }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank || a.at - b.at)[0]?.message;
}
