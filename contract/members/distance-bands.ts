/** Upper ends of the distance bands, in miles, nearest first. */
export const BAND_ENDS: readonly number[] = [5, 10, 25, 50, 100];

/**
 * The words of a band, such as '5 to 10 miles'.
 * @param index in `BAND_ENDS`; their number for the band beyond the last
 */
export function bandText(index: number, ends: readonly number[] = BAND_ENDS, unit = "miles"): string {
  const [from, to] = [ends[index - 1], ends[index]];
  if (to === undefined) return `Over ${ends.at(-1)} ${unit}`;
  return from === undefined ? `Under ${to} ${unit}` : `${from} to ${to} ${unit}`;
}
