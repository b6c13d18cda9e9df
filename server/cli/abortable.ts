import { Refusal } from "#server/modules/admin/refusal.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Lets work that takes long and leaves things behind where it is cut off, such as half a copy of what everybody wrote, put
 * them away when somebody presses Ctrl-C or the machine goes down. Signals may come more than once.
 * @throws Refusal where it was stopped; whatever the work throws
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new Refusal("Stopped before it was done", { cause: error }) : error;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
