import { AppError } from "#server/errors.ts";

/** What waits longer lets the next go on. */
const PATIENCE_MS = 2_000;
const WAITING_MAX = 10_000;

/** Resolves when the work is done, or has taken too long. */
function orPatience(work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, PATIENCE_MS);
  void work.finally(() => {
    clearTimeout(late);
    resolve();
  });
  return promise;
}

/**
 * Work that is cheaper in company: while some of it is under way, what comes meanwhile waits and goes together. So a lone
 * one never waits, and many share one statement.
 * @param work does some, and answers for each in its place
 * @param most at once
 * @param isOnes whether a failure may be that of one of them: then each is tried alone, so that it takes no other along
 * @throws AppError server_busy where too many wait already; what the work throws
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
  isOnes: (error: unknown) => boolean,
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isBusy = false;

  async function run(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      if (batch.length > 1 && isOnes(error)) for (const one of batch) await run([one]);
      else for (const one of batch) one.reject(error);
    }
  }

  async function runAll(): Promise<void> {
    isBusy = true;
    // One that hangs, as on a connection that has gone silent, holds up nobody but its own.
    while (waiting.length > 0) await orPatience(run(waiting.splice(0, most)));
    isBusy = false;
  }

  return (item) => {
    if (waiting.length >= WAITING_MAX) return Promise.reject(new AppError("server_busy"));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isBusy) void runAll();
    return promise;
  };
}
