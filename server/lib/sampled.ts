/**
 * Lets a report through once in a while: the first call reports at once, later ones only count until `everyMs` have passed.
 * For log lines that somebody outside can cause as often as they like.
 * @param report is told how many calls were not reported since the last time
 */
export function sampled<T>(everyMs: number, report: (subject: T, skipped: number) => void): (subject: T) => void {
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
