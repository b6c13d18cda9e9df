import { exactTime, relativeTime, useNow } from "#web/lib/relative-time.ts";

export function RelativeTime({ time, className }: { time: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time dateTime={time} title={exactTime(time, now)} className={className}>
      {relativeTime(time, now)}
    </time>
  );
}
