import css from "#web/features/dates/date-card.module.css";
import { formatClock, formatDateDay } from "#web/features/dates/date-times.ts";
import { useNow } from "#web/lib/relative-time.ts";

export function ShortTime({ at, timeZone }: { at: number; timeZone: string }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} className={css.short}>
      <span>{formatDateDay(at, timeZone, now, true)}</span> <span>{formatClock(at, timeZone)}</span>
    </time>
  );
}
