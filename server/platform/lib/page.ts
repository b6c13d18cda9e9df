/**
 * A page of a list that was read with one row more than the page holds, which shows whether another page follows.
 * @returns `nextCursor` null on the last page
 */
export function cutPage<Row>(found: readonly Row[], limit: number, cursorOf: (row: Row) => string) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > limit ? cursorOf(last) : null };
}
