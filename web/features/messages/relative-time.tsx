import { relativeTime, useNow } from "#web/lib/relative-time.ts";

const fullFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "short" });

/** How long ago something was; stays true while it is looked at. */
export function RelativeTime({ time, className }: { time: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time dateTime={time} title={fullFormat.format(new Date(time))} className={className}>
      {relativeTime(time, now)}
    </time>
  );
}
