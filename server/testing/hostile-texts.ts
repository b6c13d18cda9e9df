/**
 * Repeated units that are slow for regular expressions, parsers and normalization: separators, combining marks, and
 * text that grows when it is folded or decoded.
 */
const UNITS = [
  ..." .@-)(_'\\/%,;=\"a1\n\u0000",
  "a.",
  "a@.",
  "://",
  "%2f",
  " \n",
  "../",
  "0x1.",
  "xn--",
  "\ud800",
  "a\u0301",
  "\u0327\u0301",
  "\u3164",
  "\u200b",
  "\u2800",
  "\u0130",
  "\ufdfa",
  "\u{1f600}",
] as const;

/** One unit of each kind, for requests with a single text. */
const FEW: readonly string[] = [
  ".",
  "@",
  " ",
  "\\",
  "1",
  "\u0000",
  "%2f",
  "../",
  "\ud800",
  "a\u0301",
  "\u0327\u0301",
  "\u3164",
  "\u{1f600}",
];

/** Text around the repetition. A suffix prevents a regular expression from matching at the end. */
const FRAMES = [
  ["", ""],
  ["", "\u0000"],
  ["a@", ""],
  ["a@", "@"],
] as const;

export interface HostileText {
  /** For messages, such as `a@ + 8192 × "." + @`. */
  readonly name: string;
  readonly text: string;
}

function repeated(unit: string, length: number, [start, end]: readonly [string, string]): HostileText {
  const count = Math.max(0, Math.floor((length - start.length - end.length) / unit.length));
  const name = [start, `${count} × ${JSON.stringify(unit)}`, JSON.stringify(end).slice(1, -1)]
    .filter(Boolean)
    .join(" + ");
  return { name, text: start + unit.repeat(count) + end };
}

/** Long repetitions of each unit in each frame. @param length in UTF-16 code units */
export const hostileTexts = (length: number): readonly HostileText[] =>
  UNITS.flatMap((unit) => FRAMES.map((frame) => repeated(unit, length, frame)));

/** Long repetitions of each unit without a frame. @param length in UTF-16 code units */
export const hostileRuns = (length: number): readonly HostileText[] =>
  UNITS.map((unit) => repeated(unit, length, ["", ""]));

/** Long repetitions of one unit of each kind without a frame. @param length in UTF-16 code units */
export const fewHostileRuns = (length: number): readonly HostileText[] =>
  FEW.map((unit) => repeated(unit, length, ["", ""]));
