import { formatClock, formatDateDay } from "#web/domains/training/date-times.ts";
import { useNow } from "#web/lib/use-now.ts";
import css from "#web/screens/messages/dates/date-card.module.css";

export function ShortTime({ at, timeZone }: { at: number; timeZone: string }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} className={css.short}>
      <span>{formatDateDay(at, timeZone, now, true)}</span> <span>{formatClock(at, timeZone)}</span>
    </time>
  );
}
