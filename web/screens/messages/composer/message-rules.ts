import { onFirstUse } from "#contract/on-first-use.ts";
import { CAUTION_PARTS, CAUTION_RULES, CAUTIONS, type Caution } from "#web/domains/chat/advice/caution-rules.ts";
import { parseLinks } from "#web/domains/chat/bubbles/link-parser.ts";
import { runWhenIdle } from "#web/lib/when-idle.ts";
import {
  HARASSMENT_PARTS,
  HARASSMENT_RULES,
  HARASSMENT_WORDS,
} from "#web/screens/messages/composer/harassment-rules.ts";
import { foldText } from "#web/screens/messages/list/text-folding.ts";

/** On the device. Pure: nothing is stored or sent. The patterns come from `*-rules.ts`. */

/** A word with doubled letters, and with asterisks in place of letters that are neither first nor last. */
function tolerate(word: string): string {
  const last = word.length - 1;
  return [...word]
    .map((letter, i) => (letter === " " ? " " : i === 0 || i === last ? `${letter}{1,2}` : `[${letter}*]{1,2}`))
    .join("");
}

const listWords = (words: readonly string[]): string => `(?:${words.join("|").split("|").map(tolerate).join("|")})`;

const expand = (pattern: string, parts: Readonly<Record<string, string>>): string =>
  pattern.replaceAll(/\{([a-zA-Z]+)\}/g, (_, name: string) => expand(parts[name] ?? "", parts));

/** A match begins and ends at a word's border. */
function compile(patterns: readonly string[], parts: Readonly<Record<string, string>>): RegExp {
  const alternatives = patterns.map((pattern) => expand(pattern, parts));
  return new RegExp(`(?<![a-z0-9*@])(?:${alternatives.join("|")})(?![a-z0-9*])`);
}

/** One of each pattern, because browsers compile an expression in one go. */
const harassment = onFirstUse(() => {
  const words = Object.entries(HARASSMENT_WORDS).map(([name, list]) => [name, listWords(list)]);
  const parts = { ...(Object.fromEntries(words) as Record<string, string>), ...HARASSMENT_PARTS };
  return HARASSMENT_RULES.flatMap(({ patterns }) => patterns.map((pattern) => compile([pattern], parts)));
});

export function isHarassing(text: string): boolean {
  const { plain, leet } = foldText(text);
  return harassment().some((pattern) => pattern.test(leet) || pattern.test(plain));
}

const money = onFirstUse(() => compile(CAUTION_RULES.money, CAUTION_PARTS));
const moving = onFirstUse(() => compile(CAUTION_RULES.moving, CAUTION_PARTS));

/** Browsers compile an expression for its second use once more, and faster code. */
const USES_UNTIL_COMPILED = 2;
const SLICE_MS = 8;

/**
 * Uses the patterns in idle moments, because browsers compile each at its first uses: together they would block a slow
 * phone for a quarter of a second.
 */
export async function preparePatterns(): Promise<void> {
  let sliceEnds = 0;
  for (const pattern of [...harassment(), money(), moving()]) {
    for (let use = 0; use < USES_UNTIL_COMPILED; use++) {
      if (performance.now() >= sliceEnds) {
        await new Promise<void>(runWhenIdle);
        sliceEnds = performance.now() + SLICE_MS;
      }
      pattern.test("-");
    }
  }
}

/** Domains without a scheme. Endings that are also words need a path, because a space after a full stop is easily lost. */
const DOMAIN =
  /(?<![\p{L}\p{N}@.-])(?:[a-z0-9-]{1,63}\.){1,4}(?:(?:com|net|org|io|app|link|xyz|site|online|club|shop|info|biz|ru|cn|uk|page)(?![\p{L}\p{N}-])|(?:me|ly|to|gg|co|gl|cc|us|top)\/)/iu;
const SPOKEN_DOMAIN = /(?<![\p{L}\p{N}])[a-z0-9-]{2,63} ?(?:\(dot\)|\[dot\]| dot ) ?(?:com|net|org|io|app|ly|me)\b/iu;

/** An international number, a North American one, one with a leading zero, digits without a gap, and with one after each. */
const PHONE_NUMBERS = [
  /(?<![\p{L}\p{N}])\+[1-9]\d{0,2}(?:[ ()./-]{0,2}\d){7,12}(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}.,])(?:1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}.,])0\d{2,5}[ /-]?\d{3,4}[ -]?\d{2,6}(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}.,])\d{9,15}(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}.,])(?:\d[ .-]{1,2}){9,}\d(?![\p{L}\p{N}])/u,
];
const DIGIT_WORD = "(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)";
/** Numbers as words. Whoever counts the reps starts with one, two, three. */
const SPOKEN_NUMBER = new RegExp(`(?<![a-z])(?!one two three)(?:${DIGIT_WORD} ){8,}${DIGIT_WORD}(?![a-z])`);

/** For the recipient of the text, the most serious first. */
export function findCautions(text: string): Caution[] {
  const { plain, leet } = foldText(text);
  const links = parseLinks(text).flatMap(({ href }) => href ?? []);
  const has: Readonly<Record<Caution, boolean>> = {
    money: money().test(plain) || money().test(leet),
    moving: moving().test(plain) || moving().test(leet) || links.some((href) => href.startsWith("mailto:")),
    phone: PHONE_NUMBERS.some((number) => number.test(text)) || SPOKEN_NUMBER.test(plain),
    link: links.some((href) => !href.startsWith("mailto:")) || DOMAIN.test(text) || SPOKEN_DOMAIN.test(text),
  };
  return CAUTIONS.filter((kind) => has[kind]);
}
