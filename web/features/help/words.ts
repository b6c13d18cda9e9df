/** A run of text, and whether it is what was searched for. */
export interface Run {
  readonly text: string;
  readonly hit: boolean;
}

/** Letters and figures, with what belongs inside a word: `don't`, `co-op`. */
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/** How words are compared: without capitals and accents. */
export const folded = (word: string): string =>
  word.normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();

/** The words of a text, as they are compared. */
export const wordsOf = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => folded(word));

/** A text taken apart at the words that were found in it. */
export function runsOf(text: string, found: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!found.has(folded(word))) continue;
    if (index > end) runs.push({ text: text.slice(end, index), hit: false });
    runs.push({ text: word, hit: true });
    end = index + word.length;
  }
  if (end < text.length) runs.push({ text: text.slice(end), hit: false });
  return runs;
}

/** Whether one of the words that were found is in a text. */
export const isFoundIn = (text: string, found: ReadonlySet<string>): boolean =>
  wordsOf(text).some((word) => found.has(word));

/** Words that are in every question and say nothing of what it is about. */
const EMPTY = new Set(
  (
    "a an and any are as at be but can can't cannot cant could did do does doesn't doesnt don't dont for from get got has have how " +
    "i i'm if im in is isn't isnt it just me my no not of on or " +
    "should so still that the there they this to was what when where which who why will with would you your"
  ).split(" "),
);

/** Whether a word says nothing of what is looked for. */
export const isEmpty = (word: string): boolean => EMPTY.has(word);

/** Whether anything is asked by now: `how do I` is not a question yet. */
export const isQuestion = (typed: string): boolean => wordsOf(typed).some((word) => !isEmpty(word));
