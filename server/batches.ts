/**
 * Work that is cheaper in company: while some of it is under way, what comes meanwhile waits and goes together. So a lone
 * one never waits, and many share one statement.
 * @param work does some, and answers for each in its place
 * @param most at once
 * @param isOnes whether a failure may be that of one of them: then each is tried alone, so that it takes no other along
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
