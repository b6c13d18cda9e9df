import MiniSearch from "minisearch";
import { type Article, categoryOf } from "#web/features/help/article.ts";
import { ARTICLES } from "#web/features/help/articles.ts";
import { plain, textsOf } from "#web/features/help/text.ts";
import { isEmpty, isFoundIn, wordsOf } from "#web/features/help/words.ts";

/** An article that fits what was typed. */
export interface Hit {
  readonly article: Article;
  /** Its words that fit, as `folded` gives them. */
  readonly found: ReadonlySet<string>;
  /** The first sentence of it that does, where neither title nor description do. */
  readonly passage: string | undefined;
}

/** A word that is shorter than this is not taken for a mistyped one. */
const FUZZY_FROM = 4;

const SENTENCE_END = /(?<=[.!?])\s+/;

/** Most headings have no more words than this. */
const HEADING_WORDS = 4;

/** Every word of every article. */
const KNOWN: ReadonlySet<string> = new Set(
  ARTICLES.flatMap((article) =>
    [article.title, article.description, ...article.keywords, ...textsOf(article).map(plain)].flatMap(wordsOf),
  ),
);

/**
 * The word that was meant where two neighbouring letters were typed the wrong way round: the index counts that as two
 * mistakes, which is one too many for a short word.
 */
function unswapped(word: string): string {
  if (word.length < FUZZY_FROM || KNOWN.has(word)) return word;
  for (let i = 1; i < word.length; i++) {
    const other = word.slice(0, i - 1) + word.charAt(i) + word.charAt(i - 1) + word.slice(i + 1);
    if (KNOWN.has(other)) return other;
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
        return categoryOf(article.categoryId)?.name ?? "";
      case "text":
        return textsOf(article).map(plain).join("\n");
      default:
        return String(article[field as "id" | "title" | "description"]);
    }
  },
  tokenize: wordsOf,
  processTerm: (word) => (isEmpty(word) ? null : word),
  searchOptions: {
    processTerm: (word) => (isEmpty(word) ? null : unswapped(word)),
    boost: { title: 6, keywords: 4, description: 3, category: 2 },
    prefix: true,
    fuzzy: (word) => (word.length < FUZZY_FROM ? false : 0.2),
  },
});
index.addAll(ARTICLES);

const byId = new Map(ARTICLES.map((article) => [article.id, article]));

/**
 * Articles that fit what was typed, the best first: all of its words, begun or slightly mistyped ones included. Where
 * none has all of them, those that have some.
 */
export function search(typed: string): Hit[] {
  const all = index.search(typed, { combineWith: "AND" });
  const results = all.length > 0 ? all : index.search(typed);
  return results.flatMap(({ id, terms }) => {
    const article = byId.get(String(id));
    if (!article) return [];
    const found = new Set(terms);
    return { article, found, passage: passageOf(article, found) };
  });
}

function passageOf(article: Article, found: ReadonlySet<string>): string | undefined {
  if (isFoundIn(article.title, found) || isFoundIn(article.description, found)) return undefined;
  const texts = textsOf(article).map((text) => plain(text).split(SENTENCE_END));
  const fits = (sentence: string) => isFoundIn(sentence, found);
  // A heading is found, too, and says little.
  const whole = texts.flat().find((sentence) => fits(sentence) && wordsOf(sentence).length > HEADING_WORDS);
  if (whole !== undefined) return whole;
  const place = texts.findIndex((sentences) => sentences.some(fits));
  const [short = [], after = []] = [texts[place], texts[place + 1]];
  const at = short.findIndex(fits);
  // A few words make sense with what stands beside them, a heading with what stands under it.
  if (short.length > 1) return short.slice(Math.max(0, at - 1), at + 1 + Number(at === 0)).join(" ");
  const [heading] = short;
  return heading && after[0] ? `${heading}${/[.!?]$/.test(heading) ? "" : ":"} ${after[0]}` : heading;
}
