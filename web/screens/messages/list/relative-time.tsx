import { exactTime, relativeTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";

export function RelativeTime({ time, className }: { time: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time dateTime={time} title={exactTime(time, now)} className={className}>
      {relativeTime(time, now)}
    </time>
  );
}
