/** Control and bidirectional characters: members' text must not inject terminal escape sequences. */
const UNPRINTABLE = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Untrusted text on one line without control characters. */
export const plain = (text: string): string => text.replace(/\s+/g, " ").replace(UNPRINTABLE, "�");

/** To the minute, in UTC. */
export const formatTime = (at: Date | string | null | undefined): string =>
  at ? `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z` : "-";

/** @param none the line for an empty table */
export function formatTable(head: readonly string[], rows: readonly (readonly unknown[])[], none: string): string[] {
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

/** Adds a note if the list was cut off, so that it is not taken for complete. */
export const formatList = (lines: readonly string[], shown: number, limit: number): readonly string[] =>
  shown < limit ? lines : [...lines, `Only the first ${limit} are shown; use \`--limit <lines>\` for more.`];

/** One line, with control characters escaped. */
export const formatJson = (data: unknown): string =>
  JSON.stringify(data).replace(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const formatFields = (pairs: readonly (readonly [name: string, value: unknown])[]): string[] => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${plain(String(value ?? "-"))}`);
};
