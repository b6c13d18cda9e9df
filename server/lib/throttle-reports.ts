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
