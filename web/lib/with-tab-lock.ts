/** After this long the lock is ignored: a suspended tab would hold it forever. */
const TIMEOUT_MS = 20_000;

/** Only where the Web Locks API is available. */
export async function withTabLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return task();
  let started = false;
  const start = () => {
    started = true;
    return task();
  };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(TIMEOUT_MS) }, start);
  } catch (error) {
    if (started) throw error;
    return task();
  }
}
