import type { Logger } from "pino";
import { isDatabaseUnavailable } from "#server/platform/db/client.ts";

export interface NextJob {
  readonly name: string;
  /** Until it is due; negative if it is overdue. */
  readonly seconds: number;
}

export interface JobAlarm {
  /** For a job that this process has sent, which is due before the next look. */
  set(name: string, seconds: number): void;
  stop(): void;
}

/**
 * Wakes workers for jobs that start later, such as retries, and for those whose NOTIFY was lost: one statement for all
 * kinds of jobs, where each worker of each kind would have to poll. A job is begun when it is due if it was there at the
 * last look, otherwise one interval later at most.
 * @param findNext the first job of each kind that is due within so many seconds
 */
export function startJobAlarm(
  findNext: (withinSeconds: number) => Promise<readonly NextJob[]>,
  wake: (name: string) => void,
  { everySeconds, log }: { readonly everySeconds: number; readonly log: Logger },
): JobAlarm {
  const timers = new Map<string, { readonly timer: NodeJS.Timeout; readonly at: number }>();
  let isStopped = false;

  function set(name: string, seconds: number): void {
    if (isStopped) return;
    const at = performance.now() + seconds * 1000;
    const earlier = timers.get(name);
    if (earlier && earlier.at <= at) return;
    clearTimeout(earlier?.timer);
    const ring = (): void => {
      timers.delete(name);
      wake(name);
    };
    // Timers may be a millisecond early, and a worker that finds nothing sleeps on.
    timers.set(name, { timer: setTimeout(ring, Math.max(0, seconds * 1000) + 2), at });
  }

  async function look(): Promise<void> {
    try {
      for (const { name, seconds } of await findNext(everySeconds)) set(name, seconds);
    } catch (error) {
      if (!isStopped && !isDatabaseUnavailable(error)) log.warn({ err: error }, "look for due jobs failed");
    }
    if (!isStopped) next = setTimeout(() => void look(), everySeconds * 1000);
  }
  let next = setTimeout(() => void look());

  return {
    set,
    stop() {
      isStopped = true;
      clearTimeout(next);
      for (const { timer } of timers.values()) clearTimeout(timer);
    },
  };
}
