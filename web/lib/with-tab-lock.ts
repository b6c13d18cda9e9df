/** After that the lock is ignored: a suspended tab would hold it forever. */
const PATIENCE_MS = 20_000;

/** Runs `act` while no other tab of this browser does, where the Web Locks API is available. */
export async function withTabLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return act();
  let begun = false;
  const begin = () => {
    begun = true;
    return act();
  };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
  } catch (error) {
    if (begun) throw error;
    return act();
  }
}
