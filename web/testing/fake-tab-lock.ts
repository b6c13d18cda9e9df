import type { withTabLock } from "#web/lib/with-tab-lock.ts";

/** For tests: one at a time for each name, as the browser has its tabs do it. `last` is what the next waits for. */
export function createFakeTabLock(last = new Map<string, Promise<unknown>>()): typeof withTabLock {
  return (name, act) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(act);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}
