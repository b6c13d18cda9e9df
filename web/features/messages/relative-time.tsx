import { onFirstUse } from "#web/lib/on-first-use.ts";
import { relativeTime, useNow } from "#web/lib/relative-time.ts";

const fullFormat = onFirstUse(() => new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" }));

/** A relative time that is updated as it passes. */
export function RelativeTime({ time, className }: { time: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time dateTime={time} title={fullFormat().format(new Date(time))} className={className}>
      {relativeTime(time, now)}
    </time>
  );
}
