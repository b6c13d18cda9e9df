import { AppError } from "#server/errors.ts";

/** The next batch starts after this time even if the current one hangs. */
const TIMEOUT_MS = 2_000;
const QUEUE_MAX = 10_000;

function waitOrTimeOut(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, TIMEOUT_MS);
  void work.finally(() => {
    clearTimeout(timeout);
    resolve();
  });
  return promise;
}

export interface BatchPace {
  /** How many batches run at a time. */
  readonly batches?: number;
  /** Milliseconds after the start of a batch in which none follows that is not full. */
  readonly intervalMs?: number;
}

/**
 * Batches calls: while as many batches run as may, new items queue and form the next.
 * @param work processes a batch; returns a result for each item in order
 * @param batchMax items per batch
 * @param isItemError whether an error may be caused by one item: then each half of the batch is retried
 * @param pace by default one batch at a time, and a single item runs at once
 * @throws AppError server_busy if the queue is full; errors of the work
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  batchMax: number,
  isItemError: (error: unknown) => boolean,
  { batches = 1, intervalMs = 0 }: BatchPace = {},
): (item: Item) => Promise<Result> {
  interface QueuedItem {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const queue: QueuedItem[] = [];
  let running = 0;
  let startedAt = Number.NEGATIVE_INFINITY;

  async function run(batch: readonly QueuedItem[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      const middle = Math.floor(batch.length / 2);
      if (middle === 0 || !isItemError(error)) for (const one of batch) one.reject(error);
      else for (const half of [batch.slice(0, middle), batch.slice(middle)]) await run(half);
    }
  }

  async function runAll(): Promise<void> {
    running++;
    while (queue.length > 0) {
      const early = intervalMs > 0 ? startedAt + intervalMs - performance.now() : 0;
      if (early > 0 && queue.length < batchMax) await new Promise((resolve) => setTimeout(resolve, early));
      startedAt = performance.now();
      // A hanging batch, as on a dead connection, delays only its own items.
      await waitOrTimeOut(run(queue.splice(0, batchMax)));
    }
    running--;
  }

  return (item) => {
    if (queue.length >= QUEUE_MAX) return Promise.reject(AppError.busy(2));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.push({ item, resolve, reject });
    if (running < batches) void runAll();
    return promise;
  };
}

/** @throws the failure, or an AggregateError of several */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.length === 1) throw failures[0];
  // The log of a failed job has the message alone.
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failed, the first: ${failures[0]}`);
}

/**
 * Runs work for each item in turn, even if it fails for some.
 * @throws the error, or an AggregateError of several, at the end
 */
export async function tryEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((failure: unknown) => failures.push(failure));
  throwFailures(failures);
}

/**
 * If it fails, runs the work for each half, so that an item that always fails keeps no others from theirs.
 * @throws as `tryEach`
 */
export async function tryHalves<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<unknown>,
): Promise<void> {
  if (items.length === 0) return;
  try {
    await work(items);
  } catch (error) {
    if (items.length === 1) throw error;
    const middle = Math.floor(items.length / 2);
    await tryEach([items.slice(0, middle), items.slice(middle)], (half) => tryHalves(half, work));
  }
}

/**
 * Runs work for all rows, page by page, even if it fails for some. Pages begin after a row, not with the first that is
 * still due: those that always fail would be found again and again, and hide the rows behind them.
 * @param find the next page after a row, the first one after undefined, in a fixed order; an empty one at the end
 * @throws as `tryEach`
 */
export async function tryPages<T>(
  find: (after: T | undefined) => Promise<readonly T[]>,
  work: (page: readonly T[]) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let page = await find(undefined); page.length > 0; page = await find(page.at(-1)))
    await work(page).catch((failure: unknown) => failures.push(failure));
  throwFailures(failures);
}
