/**
 * Work that is cheaper in company: while some of it is under way, what comes meanwhile waits and goes together. So a lone
 * one never waits, and many share one statement. Where a batch fails each of it is tried alone, so that one that is bad
 * takes no other along.
 * @param work does some, and answers for each in its place
 * @param most at once
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
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
      const [alone, ...others] = batch;
      if (others.length === 0) alone?.reject(error);
      else for (const one of batch) await run([one]);
    }
  }

  async function runAll(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) await run(waiting.splice(0, most));
    isBusy = false;
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isBusy) void runAll();
    return promise;
  };
}
