import type { ArticleSource, Block, Point, Text } from "#web/domains/site/help/article.ts";

export interface TextSegment {
  readonly text: string;
  readonly to?: string;
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** `See [Browse](/browse).` has three segments. */
export function splitLinks(text: Text): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { 0: whole, 1: label = "", 2: to = "", index } of text.matchAll(LINK)) {
    if (index > end) segments.push({ text: text.slice(end, index) });
    segments.push({ text: label, to });
    end = index + whole.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end) });
  return segments;
}

export const toPlainText = (text: Text): string =>
  splitLinks(text)
    .map((segment) => segment.text)
    .join("");

const pointTexts = ({ title, text }: Point): Text[] => [title, text];

function blockTexts(block: Block): readonly Text[] {
  switch (block.kind) {
    case "section":
      return [block.title, ...block.paragraphs];
    case "steps":
      return [block.title, ...block.steps.flatMap(pointTexts)];
    case "features":
      return [block.title, ...block.features.flatMap(pointTexts)];
    case "benefits":
      return [block.title, ...block.benefits.flatMap(pointTexts)];
    case "tips":
    case "safety":
      return block.tips;
  }
}

export const listTexts = ({ lead, blocks }: Pick<ArticleSource, "lead" | "blocks">): readonly Text[] => [
  lead,
  ...blocks.flatMap(blockTexts),
];

export const listLinks = (article: Pick<ArticleSource, "lead" | "blocks">): string[] =>
  listTexts(article).flatMap((text) => splitLinks(text).flatMap(({ to }) => to ?? []));

/** Average reading speed of adults. */
const WORDS_PER_MINUTE = 200;

export function estimateReadTime(article: Pick<ArticleSource, "lead" | "blocks">): number {
  const wordCount = listTexts(article).flatMap((text) => toPlainText(text).split(/\s+/)).length;
  return Math.max(1, Math.ceil(wordCount / WORDS_PER_MINUTE));
}
