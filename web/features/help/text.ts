import type { Block, Draft, Point, Text } from "#web/features/help/article.ts";

/** Words of a text, with an address where they are a link. */
export interface Piece {
  readonly words: string;
  readonly to?: string;
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A text taken apart at its links: `See [Browse](/browse).` is three pieces. */
export function piecesOf(text: Text): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: whole, 1: words = "", 2: to = "", index } of text.matchAll(LINK)) {
    if (index > end) pieces.push({ words: text.slice(end, index) });
    pieces.push({ words, to });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ words: text.slice(end) });
  return pieces;
}

/** A text as it is read out: its links are plain words. */
export const plain = (text: Text): string =>
  piecesOf(text)
    .map(({ words }) => words)
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

/** Everything that an article says, in its order, but its title. */
export const textsOf = ({ lead, blocks }: Pick<Draft, "lead" | "blocks">): readonly Text[] => [
  lead,
  ...blocks.flatMap(blockTexts),
];

/** Addresses that an article leads to. */
export const linksIn = (draft: Pick<Draft, "lead" | "blocks">): string[] =>
  textsOf(draft).flatMap((text) => piecesOf(text).flatMap(({ to }) => to ?? []));

/** What most adults read in a minute without hurry. */
const WORDS_A_MINUTE = 200;

/** How long it takes to read, in whole minutes that have begun. */
export function readTimeOf(draft: Pick<Draft, "lead" | "blocks">): number {
  const words = textsOf(draft).flatMap((text) => plain(text).split(/\s+/)).length;
  return Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
}
