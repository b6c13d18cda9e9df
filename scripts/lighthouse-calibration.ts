/**
 * Lighthouse's table of slowdowns to a mid-tier phone, by benchmark index: fast desktops, which are those of its fixed
 * slowdown, then slow desktops and fast phones. What is slower is such a phone itself.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
const SLOWDOWNS = [
  { fromIndex: 1500, slowdown: 4 },
  { fromIndex: 800, slowdown: 2 },
] as const;
/** A run at less than this part of the best run's index had to share its processor. */
const UNDISTURBED = 0.9;

/** How many times slower a mid-tier phone is than the machine with this benchmark index. */
export const calibrateSlowdown = (benchmarkIndex: number): number =>
  SLOWDOWNS.find(({ fromIndex }) => benchmarkIndex >= fromIndex)?.slowdown ?? 1;

/** Drops runs during which the processor also did something else. */
export function dropDisturbed<T extends { readonly benchmarkIndex: number }>(runs: readonly T[]): T[] {
  const best = Math.max(...runs.map(({ benchmarkIndex }) => benchmarkIndex));
  return runs.filter(({ benchmarkIndex }) => benchmarkIndex >= best * UNDISTURBED);
}
