import { CommandError } from "#server/errors.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that has to clean up when it is interrupted, such as a half-written backup: a signal aborts it.
 * @throws CommandError if it was aborted; else what the work throws
 */
export async function abortOnSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new CommandError("The command was interrupted.", { cause: error }) : error;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
