/**
 * Runs `task` for each item in order, at most `limit` at once. After a failure it starts no more, and rejects once those
 * that are running have ended.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  // Shared by all runners. A loop that throws closes the generator, which ends the other loops.
  const queue = (function* () {
    yield* items;
  })();
  const run = async (): Promise<void> => {
    for (const item of queue) await task(item);
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, run));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
