/**
 * Measures up to three times, until a result is at most `enough`. On a busy machine one measurement may be disturbed,
 * but seldom all three; slow code is slow each time.
 * @returns the smallest result
 */
export async function leastOfThree(enough: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > enough; tries++) least = Math.min(least, await measure());
  return least;
}

/** Milliseconds of CPU time of this thread. Unlike wall time, it does not depend on other processes. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

export const leastOf = (times: number, measure: () => number): number =>
  Math.min(...Array.from({ length: times }, measure));
