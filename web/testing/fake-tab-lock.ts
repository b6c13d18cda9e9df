import type { withTabLock } from "#web/lib/with-tab-lock.ts";

/** For tests: runs one task at a time per name. `last` holds the promise that the next call waits for. */
export function createFakeTabLock(last = new Map<string, Promise<unknown>>()): typeof withTabLock {
  return (name, task) => {
    const result = (last.get(name) ?? Promise.resolve()).then(task);
    last.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  };
}
