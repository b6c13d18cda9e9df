import type { Context } from "#server/context.ts";
import { isDatabaseUnavailable } from "#server/platform/db/client.ts";
import { findScheduleAge } from "#server/platform/jobs/job-rows.ts";

const CHECK_MS = 60_000;
/** A worker looks at the schedule every 30 seconds. */
const LATE_SECONDS = 120;

/** Every minute, for processes that run no jobs themselves: emails and pushes wait for a worker. */
export function watchForWorkers({ db, log }: Pick<Context, "db" | "log">, checkMs = CHECK_MS): { stop(): void } {
  const check = async (): Promise<void> => {
    try {
      const seconds = await findScheduleAge(db);
      if (seconds === undefined || seconds > LATE_SECONDS)
        log.warn({ seconds }, "no worker is running: start a process with ROLE=worker");
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.warn({ err: error }, "check for workers failed");
    }
  };
  const timer = setInterval(() => void check(), checkMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
