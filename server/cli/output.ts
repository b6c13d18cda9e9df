/** What a terminal takes for an order, and what would break a line: members choose their words, and some mean harm. */
const UNPRINTABLE = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text of anybody's in one line, with nothing in it that a terminal obeys. */
export const plain = (text: string): string => text.replace(/\s+/g, " ").replace(UNPRINTABLE, "�");

/** A moment to the minute, in UTC; a dash where there is none. */
export const moment = (at: Date | string | null | undefined): string =>
  at ? `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z` : "-";

/** Rows under headings, in columns as wide as they must be; `none` where there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[], none: string): string[] {
  if (rows.length === 0) return [none];
  const cells = [head, ...rows].map((row) => row.map((cell) => plain(String(cell ?? "-"))));
  const widths = head.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** A list that was cut off says so: what waits must not be taken for all there is. */
export const listed = (lines: readonly string[], shown: number, limit: number): readonly string[] =>
  shown < limit ? lines : [...lines, `No more than ${limit} are shown: --limit <lines> shows more.`];

/** Data for machines, in one line. A terminal that it is shown on obeys nothing in it, either. */
export const json = (data: unknown): string =>
  JSON.stringify(data).replace(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Names with what they have, one a line. */
export const facts = (pairs: readonly (readonly [name: string, value: unknown])[]): string[] => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${plain(String(value ?? "-"))}`);
};
