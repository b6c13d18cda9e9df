const pair = (from: string, to: string) => [...from].map((letter, i) => [letter, to.charAt(i)] as const);

/** Cyrillic and Greek letters that look like Latin ones. Accents and styled letters fold by Unicode's own rules. */
const LOOKALIKES = new Map([
  ...pair("авсԁеніјкморѕтух", "abcdehijkmopstyx"),
  ...pair("αβειικνορτυχ", "abeiiknoptux"),
  ...pair("ıłø", "ilo"),
]);

/** Digits and signs that stand for letters within a word. */
const LEET = new Map(pair("0134578@$", "oieastbas"));

/** Marks and invisible characters that can be put between letters. */
const INVISIBLE = /[\p{M}\p{Cf}]/gu;
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join("")}]`, "gu");
/** Single letters with a gap between each: "f u c k", "f.u.c.k". Three of them may be initials. */
const SPACED_WORD = /(?<![a-z0-9])(?:[a-z0-9@$][ ._-]){3,}[a-z0-9@$](?![a-z0-9])\.?/g;
const APOSTROPHES = /['’‘`´]/g;
const SENTENCE_END = /[.!?;\n]+/g;
const OTHER_SIGNS = /[^a-z0-9*$@€£+.]+/g;
/** An exclamation mark between two letters of a word. */
const INNER_MARK = /(?<=[a-z])!(?=[a-z])/g;
const LONG_RUN = /([a-z*])\1{2,}/g;
const WORD_WITH_LETTER = /[0-9@$]*[a-z][a-z0-9@$*]*/g;

const foldLeet = (word: string): string => word.replaceAll(/[0-9@$]/g, (sign) => LEET.get(sign) ?? sign);

export interface FoldedText {
  /** Lower-case words separated by one space, with " . " at the end of a sentence. Apostrophes are removed. */
  readonly plain: string;
  /** The same, with digits and signs within words read as letters. */
  readonly leet: string;
}

/**
 * Two spellings that differ for a program and not for a reader become one: case, accents, letters of other scripts,
 * invisible characters, letters that are repeated or set apart, digits for letters.
 */
export function foldText(text: string): FoldedText {
  const letters = text
    .normalize("NFKD")
    .replaceAll(INVISIBLE, "")
    .toLowerCase()
    .replaceAll(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter)
    .replaceAll(APOSTROPHES, "")
    .replaceAll(INNER_MARK, "i")
    .replaceAll(SPACED_WORD, (word) => word.replaceAll(/[ ._-]/g, ""));
  const plain = letters
    .replaceAll(SENTENCE_END, " . ")
    .replaceAll(OTHER_SIGNS, " ")
    .replaceAll(LONG_RUN, "$1$1")
    .replaceAll(/ +/g, " ")
    .trim();
  return { plain, leet: plain.replaceAll(WORD_WITH_LETTER, foldLeet) };
}
