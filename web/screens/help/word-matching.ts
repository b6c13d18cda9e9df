export interface TextRun {
  readonly text: string;
  readonly hit: boolean;
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/** For comparison. */
export const normalizeWord = (word: string): string =>
  word.normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();

export const tokenizeWords = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => normalizeWord(word));

export function splitMatches(text: string, found: ReadonlySet<string>): TextRun[] {
  const parts: TextRun[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!found.has(normalizeWord(word))) continue;
    if (index > end) parts.push({ text: text.slice(end, index), hit: false });
    parts.push({ text: word, hit: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false });
  return parts;
}

export const containsMatch = (text: string, found: ReadonlySet<string>): boolean =>
  tokenizeWords(text).some((word) => found.has(word));

/** Too frequent to be searched for. */
const STOP_WORDS = new Set(
  (
    "a an and any are as at be but can can't cannot cant could did do does doesn't doesnt don't dont for from get got has have how " +
    "i i'm if im in is isn't isnt it just me my no not of on or " +
    "should so still that the there they this to was what when where which who why will with would you your"
  ).split(" "),
);

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** `how do I` has no word to search for. */
export const isSearchable = (typed: string): boolean => tokenizeWords(typed).some((word) => !isStopWord(word));
