import { Monitor, Smartphone } from "lucide-react";
import { useRef } from "react";
import type { ActiveSession } from "#contract/accounts/sessions.ts";
import { DAY_MS } from "#contract/durations.ts";
import { formatDate, formatTimeOfDay } from "#web/lib/format-date.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { useEndSessions, useSessionList } from "#web/screens/settings/account/sessions.queries.ts";
import css from "#web/screens/settings/account/sessions-list.module.css";
import { Tag } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { ListItem } from "#web/ui/list-item.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

/** The active sessions, this device first, with buttons to end them. */
export function SessionsList() {
  const { data: sessions, isError, refetch } = useStickyError(useSessionList());
  const { mutate, isPending, variables } = useEndSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  const end = (target: { sessionId: string } | "others") => {
    if (isPending) return;
    const message = target === "others" ? "You are logged out everywhere else." : "You are logged out there.";
    mutate(target, {
      onSuccess: () => {
        toast(message, "done");
        // The pressed button is removed with its row.
        heading.current?.focus({ preventScroll: true });
      },
    });
  };
  const isEnding = (_id: string) => isPending && typeof variables === "object" && variables.sessionId === _id;
  return (
    <section aria-labelledby="logins" className={css.logins}>
      <h2 id="logins" ref={heading} tabIndex={-1} className={classNames(typography.display, typography.d20)}>
        Where you are logged in
      </h2>
      {!sessions && isError && <InlineError message="The list did not load." onRetry={() => void refetch()} />}
      {!sessions && !isError && <SessionsSkeleton />}
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <SessionRow
              key={session._id}
              session={session}
              ending={isEnding(session._id)}
              onEnd={() => end({ sessionId: session._id })}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="line"
          busy={isPending && variables === "others" ? "Logging out..." : undefined}
          onClick={() => end("others")}
        >
          Log out everywhere else
        </Button>
      )}
    </section>
  );
}

const isPhone = (device: string): boolean => /iPhone|iPad|Android/.test(device);

/** How long a session on a new device is marked. */
const NEW_DEVICE_MS = 7 * DAY_MS;

function SessionRow({ session, ending, onEnd }: { session: ActiveSession; ending: boolean; onEnd: () => void }) {
  const now = useNow();
  const { _id, device, current, createdAt, lastUsedAt, newDevice } = session;
  const isMarkedNew = newDevice && !current && now - Date.parse(createdAt) < NEW_DEVICE_MS;
  return (
    <ListItem
      icon={isPhone(device) ? <Smartphone /> : <Monitor />}
      title={
        <span className={css.device}>
          {device} {isMarkedNew && <Tag>New device</Tag>}
        </span>
      }
      note={`${current ? "This device" : `Last used ${formatDayAndTime(lastUsedAt, now)}`}, logged in ${formatDayAndTime(createdAt, now)}`}
      noteId={`${_id}when`}
    >
      {!current && (
        <Button
          variant="line"
          aria-label={`Log out ${device}`}
          aria-describedby={`${_id}when`}
          busy={ending ? "Logging out..." : undefined}
          onClick={onEnd}
        >
          Log out
        </Button>
      )}
    </ListItem>
  );
}

const SessionsSkeleton = () => (
  <Delayed>
    <ul>
      <ListItem
        icon={<Skeleton style={{ width: 24, height: 24 }} />}
        title={<Skeleton style={{ display: "block", width: 160, height: 24 }} />}
        note={<Skeleton style={{ display: "block", width: 200, height: 20 }} />}
      />
    </ul>
  </Delayed>
);

/** Formats a time as 'today at 3:04 PM', 'yesterday at 3:04 PM' or 'on November 3, 2026', in the device's time zone. */
export function formatDayAndTime(iso: string, now: number): string {
  if (formatDate(iso) === formatDate(new Date(now).toISOString())) return `today at ${formatTimeOfDay(new Date(iso))}`;
  if (formatDate(iso) === formatDate(new Date(now - DAY_MS).toISOString()))
    return `yesterday at ${formatTimeOfDay(new Date(iso))}`;
  return `on ${formatDate(iso)}`;
}
