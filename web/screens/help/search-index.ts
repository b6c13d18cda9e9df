import MiniSearch from "minisearch";
import { type Article, findCategory } from "#web/domains/site/help/article.ts";
import { ARTICLES } from "#web/domains/site/help/articles.ts";
import { listTexts, toPlainText } from "#web/domains/site/help/text.ts";
import { containsMatch, isStopWord, tokenizeWords } from "#web/screens/help/word-matching.ts";

export interface SearchHit {
  readonly article: Article;
  /** The matched words, normalized by `normalizeWord`. */
  readonly found: ReadonlySet<string>;
  /** The first matching sentence, if neither title nor description match. */
  readonly passage: string | undefined;
}

/** Shorter words are not corrected. */
const FUZZY_FROM = 4;

const SENTENCE_END = /(?<=[.!?])\s+/;

/** Shorter texts are taken for headings. */
const HEADING_WORDS = 4;

const KNOWN_WORDS: ReadonlySet<string> = new Set(
  ARTICLES.flatMap((article) =>
    [article.title, article.description, ...article.keywords, ...listTexts(article).map(toPlainText)].flatMap(
      tokenizeWords,
    ),
  ),
);

/**
 * Corrects two transposed neighboring letters. MiniSearch counts them as two edits, which exceeds the limit for short
 * words.
 */
function fixTransposition(word: string): string {
  if (word.length < FUZZY_FROM || KNOWN_WORDS.has(word)) return word;
  for (let i = 1; i < word.length; i++) {
    const other = word.slice(0, i - 1) + word.charAt(i) + word.charAt(i - 1) + word.slice(i + 1);
    if (KNOWN_WORDS.has(other)) return other;
  }
  return word;
}

const index = new MiniSearch<Article>({
  idField: "id",
  fields: ["title", "keywords", "description", "category", "text"],
  extractField: (article, field) => {
    switch (field) {
      case "keywords":
        return article.keywords.join(" ");
      case "category":
        return findCategory(article.categoryId)?.name ?? "";
      case "text":
        return listTexts(article).map(toPlainText).join("\n");
      default:
        return String(article[field as "id" | "title" | "description"]);
    }
  },
  tokenize: tokenizeWords,
  processTerm: (word) => (isStopWord(word) ? null : word),
  searchOptions: {
    processTerm: (word) => (isStopWord(word) ? null : fixTransposition(word)),
    boost: { title: 6, keywords: 4, description: 3, category: 2 },
    prefix: true,
    fuzzy: (word) => (word.length < FUZZY_FROM ? false : 0.2),
  },
});
index.addAll(ARTICLES);

const byId = new Map(ARTICLES.map((article) => [article.id, article]));

/**
 * Articles that contain all words, including prefixes and typos, best first. If there are none, those that contain
 * some.
 */
export function search(typed: string): SearchHit[] {
  const all = index.search(typed, { combineWith: "AND" });
  const results = all.length > 0 ? all : index.search(typed);
  return results.flatMap(({ id, terms }) => {
    const article = byId.get(String(id));
    if (!article) return [];
    const found = new Set(terms);
    return { article, found, passage: findPassage(article, found) };
  });
}

function findPassage(article: Article, found: ReadonlySet<string>): string | undefined {
  if (containsMatch(article.title, found) || containsMatch(article.description, found)) return undefined;
  const texts = listTexts(article).map((text) => toPlainText(text).split(SENTENCE_END));
  const matches = (sentence: string) => containsMatch(sentence, found);
  // A heading that matches is not a useful passage.
  const whole = texts.flat().find((sentence) => matches(sentence) && tokenizeWords(sentence).length > HEADING_WORDS);
  if (whole !== undefined) return whole;
  const textIndex = texts.findIndex((sentences) => sentences.some(matches));
  const [short = [], after = []] = [texts[textIndex], texts[textIndex + 1]];
  const at = short.findIndex(matches);
  // A short text is shown with its neighbor, and a heading with the text below it.
  if (short.length > 1) return short.slice(Math.max(0, at - 1), at + 1 + Number(at === 0)).join(" ");
  const [heading] = short;
  return heading && after[0] ? `${heading}${/[.!?]$/.test(heading) ? "" : ":"} ${after[0]}` : heading;
}
