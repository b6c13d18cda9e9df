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
  /** The number of its latest run. Before the first, as if it had run just before the latest one of all. */
  lastRun: number;
  /** The latest question for a place that has counted the key, and the turns that it still has before that place. */
  question: number;
  turns: number;
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
  readonly waiting?: {
    readonly max: number;
    /** Milliseconds for which work waits at most. */
    readonly maxMs: number;
    readonly createError: () => Error;
  };
}

interface Waiter {
  /** The work leaves the queue when it aborts, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called if it has to wait. @param findPlace 1 is next; 0 once it has left the queue */
  readonly onWait?: (findPlace: () => number) => void;
}

/**
 * A limiter that no key can keep from others, however much work it brings, nor many new keys. Next is the work whose
 * first key ran least recently; then the second key decides, then the order of arrival. If too much waits, the latest
 * work of the first key that has the most is refused; so is what has waited for too long.
 */
export function createFairLimiter(concurrency: number, { perKey = 1, waiting }: FairLimits = {}) {
  const byName = new Map<string, FairKey>();
  const queue: Waiting[] = [];
  let running = 0;
  let runs = 0;
  let questions = 0;

  function refuse(one: Waiting | undefined, error: Error): void {
    const at = one === undefined ? -1 : queue.indexOf(one);
    if (at >= 0) queue.splice(at, 1)[0]?.refuse(error);
  }

  function refuseOne(createError: () => Error): void {
    const waitingBy = new Map<FairKey | undefined, number>();
    for (const { keys } of queue) waitingBy.set(keys[0], (waitingBy.get(keys[0]) ?? 0) + 1);
    const most = Math.max(...waitingBy.values());
    refuse(
      queue.findLast(({ keys }) => waitingBy.get(keys[0]) === most),
      createError(),
    );
  }

  /** As if each first key had the same number of turns from now on. Later keys and new arrivals may change it. */
  function findPlace(one: Waiting): number {
    const at = queue.indexOf(one);
    if (at < 0) return 0;
    const [own] = one.keys;
    const ownBefore = queue.reduce((count, { keys }, i) => (i < at && keys[0] === own ? count + 1 : count), 0);
    questions++;
    let place = 1 + ownBefore;
    for (const [i, { keys }] of queue.entries()) {
      const [key] = keys;
      if (key === undefined || key === own) continue;
      if (key.question !== questions) {
        const difference = key.lastRun - (own?.lastRun ?? 0);
        key.question = questions;
        key.turns = ownBefore + (difference < 0 || (difference === 0 && i < at) ? 1 : 0);
      }
      if (key.turns-- > 0) place++;
    }
    return place;
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
    // Were a new key always next, a stream of them would keep out one that waits, such as a mobile network's.
    const key = byName.get(name) ?? { users: 0, running: 0, lastRun: runs - 0.5, question: 0, turns: 0 };
    byName.set(name, key);
    key.users++;
    return key;
  }

  const releaseKeys = (names: readonly string[], keys: readonly FairKey[]): void => {
    for (const [i, key] of keys.entries()) if (--key.users === 0) byName.delete(names[i] ?? "");
  };

  async function waitForTurn(keys: readonly FairKey[], { signal, onWait }: Waiter): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const one: Waiting = { keys, start, refuse: reject };
    const leave = (): void => refuse(one, signal?.reason as Error);
    queue.push(one);
    startNext();
    if (!queue.includes(one)) return promise;
    if (waiting && queue.length > waiting.max) refuseOne(waiting.createError);
    signal?.addEventListener("abort", leave);
    const late = waiting && setTimeout(() => refuse(one, waiting.createError()), waiting.maxMs);
    onWait?.(() => findPlace(one));
    await promise.finally(() => {
      clearTimeout(late);
      signal?.removeEventListener("abort", leave);
    });
  }

  return async <T>(names: readonly string[], work: () => Promise<T>, waiter: Waiter = {}): Promise<T> => {
    const keys = names.map(acquireKey);
    try {
      await waitForTurn(keys, waiter);
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
