/**
 * Runs work as soon as there is a free slot, in the order of the calls.
 * @throws the limiter's own error if its queue is full; otherwise the error of the work
 */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** A semaphore with a bounded queue. @param createError the error for a call when the queue is full */
export function createLimiter(concurrency: number, queueMax: number, createError: () => Error): Limiter {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= concurrency) {
      if (queue.length >= queueMax) throw createError();
      // The slot is handed over directly, so that no later call can take it.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

export type KeyedLimiter = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedLimiter(concurrency: number, queueMax: number, createError: () => Error): KeyedLimiter {
  const byKey = new Map<string, { readonly limit: Limiter; users: number }>();
  return async (key, work) => {
    const entry = byKey.get(key) ?? { limit: createLimiter(concurrency, queueMax, createError), users: 0 };
    byKey.set(key, entry);
    entry.users++;
    try {
      return await entry.limit(work);
    } finally {
      if (--entry.users === 0) byKey.delete(key);
    }
  };
}

/** A key with work that runs or waits. */
interface FairKey {
  users: number;
  running: number;
  /** The number of its latest run; 0 before the first. */
  lastRun: number;
}

/** Negative if the keys `a` ran less recently than `b`. Later keys decide between equal ones. */
function compareLastRuns(a: readonly FairKey[], b: readonly FairKey[]): number {
  for (const [i, { lastRun }] of a.entries()) {
    const difference = lastRun - (b[i]?.lastRun ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

interface Waiting {
  readonly keys: readonly FairKey[];
  start(): void;
  refuse(error: Error): void;
}

interface FairLimits {
  /** Pieces of work of one key that run at once. */
  readonly perKey?: number;
  /** Without it, callers limit how much they bring. */
  readonly waiting?: { readonly max: number; readonly createError: () => Error };
}

/**
 * A limiter that no key can keep from others, however much work it brings. Next is the work whose first key ran least
 * recently; then the second key decides, then the order of arrival. If too much waits, the latest work of the first key
 * that has the most is refused.
 */
export function createFairLimiter(concurrency: number, { perKey = 1, waiting }: FairLimits = {}) {
  const byName = new Map<string, FairKey>();
  const queue: Waiting[] = [];
  let running = 0;
  let runs = 0;

  function refuseOne(createError: () => Error): void {
    const waitingBy = new Map<FairKey | undefined, number>();
    for (const { keys } of queue) waitingBy.set(keys[0], (waitingBy.get(keys[0]) ?? 0) + 1);
    const most = Math.max(...waitingBy.values());
    const at = queue.findLastIndex(({ keys }) => waitingBy.get(keys[0]) === most);
    queue.splice(at, 1)[0]?.refuse(createError());
  }

  function startNext(): void {
    while (running < concurrency) {
      const ready = queue.filter(({ keys }) => keys.every((key) => key.running < perKey));
      const [first] = ready;
      if (!first) return;
      const next = ready.reduce((best, one) => (compareLastRuns(one.keys, best.keys) < 0 ? one : best), first);
      queue.splice(queue.indexOf(next), 1);
      running++;
      runs++;
      for (const key of next.keys) {
        key.running++;
        key.lastRun = runs;
      }
      next.start();
    }
  }

  function acquireKey(name: string): FairKey {
    const key = byName.get(name) ?? { users: 0, running: 0, lastRun: 0 };
    byName.set(name, key);
    key.users++;
    return key;
  }

  const releaseKeys = (names: readonly string[], keys: readonly FairKey[]): void => {
    for (const [i, key] of keys.entries()) if (--key.users === 0) byName.delete(names[i] ?? "");
  };

  return async <T>(names: readonly string[], work: () => Promise<T>): Promise<T> => {
    const keys = names.map(acquireKey);
    try {
      await new Promise<void>((start, refuse) => {
        queue.push({ keys, start, refuse });
        startNext();
        if (waiting && queue.length > waiting.max) refuseOne(waiting.createError);
      });
    } catch (error) {
      releaseKeys(names, keys);
      throw error;
    }
    try {
      return await work();
    } finally {
      running--;
      for (const key of keys) key.running--;
      releaseKeys(names, keys);
      startNext();
    }
  };
}

/**
 * Reports the first call at once, and counts further ones until `everyMs` have passed. For log lines that outsiders can
 * cause at will.
 * @param report gets the number of calls that were skipped since the last report
 */
export function throttleReports<T>(
  everyMs: number,
  report: (subject: T, skipped: number) => void,
): (subject: T) => void {
  let last = Number.NEGATIVE_INFINITY;
  let skipped = 0;
  return (subject) => {
    const now = performance.now();
    if (now - last < everyMs) {
      skipped++;
      return;
    }
    report(subject, skipped);
    last = now;
    skipped = 0;
  };
}
