import { AppError } from "#server/errors.ts";

/** The next batch starts after this time even if the current one hangs. */
const TIMEOUT_MS = 2_000;
const QUEUE_MAX = 10_000;

/** Resolves when the work is finished or has timed out. */
function waitOrTimeOut(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timeout = setTimeout(resolve, TIMEOUT_MS);
  void work.finally(() => {
    clearTimeout(timeout);
    resolve();
  });
  return promise;
}

/**
 * Batches calls: while one batch runs, new items queue and form the next. A single item runs at once.
 * @param work processes a batch; returns a result for each item in order
 * @param batchMax items per batch
 * @param isItemError whether an error may be caused by one item: then each item of the batch is retried alone
 * @throws AppError server_busy if the queue is full; errors of the work
 */
export function createBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  batchMax: number,
  isItemError: (error: unknown) => boolean,
): (item: Item) => Promise<Result> {
  interface QueuedItem {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const queue: QueuedItem[] = [];
  let isRunning = false;

  async function run(batch: readonly QueuedItem[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      if (batch.length > 1 && isItemError(error)) for (const one of batch) await run([one]);
      else for (const one of batch) one.reject(error);
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    // A hanging batch, as on a dead connection, delays only its own items.
    while (queue.length > 0) await waitOrTimeOut(run(queue.splice(0, batchMax)));
    isRunning = false;
  }

  return (item) => {
    if (queue.length >= QUEUE_MAX) return Promise.reject(AppError.busy(2));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.push({ item, resolve, reject });
    if (!isRunning) void runAll();
    return promise;
  };
}

/**
 * Runs work for each item in turn, even if it fails for some.
 * @throws the error, or an AggregateError of several, at the end
 */
export async function tryEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((failure: unknown) => failures.push(failure));
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
  if (failures.length === 1) throw failures[0];
}
