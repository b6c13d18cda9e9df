/** Whoever does not get its turn by then does it all the same: a tab that was put to sleep would keep the others waiting. */
const PATIENCE_MS = 20_000;

/** Does something while no other tab of this browser does the same, where the browser can tell. */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
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
