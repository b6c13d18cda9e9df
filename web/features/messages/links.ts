/** A piece of a text, and where it leads if it is a link. */
export interface Piece {
  readonly text: string;
  readonly href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"“”]+/giu;
const SENTENCE_END = /[.,;:!?'’…]+$/u;
const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Marks that turn the order of what is drawn around: with them an address can look like another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const HOST = /(?<=^https?:\/\/)[^/?#\\]+/iu;
/** A host whose letters are what they look like. */
const PLAIN_HOST = /^[a-z0-9.:[\]-]+$/iu;

const count = (text: string, character: string): number => text.split(character).length - 1;

/** An address without the punctuation of the sentence around it; a bracket that was opened in it belongs to it. */
function trimmed(address: string): string {
  const text = address.replace(SENTENCE_END, "");
  const last = text.at(-1) ?? "";
  const opening = CLOSING[last];
  if (opening !== undefined && count(text, last) > count(text, opening)) return trimmed(text.slice(0, -1));
  return text;
}

/** Where an address leads. One that pretends to lead elsewhere, by a name before its host or by turning marks, stays text. */
function hrefOf(address: string): string | undefined {
  if (TURNING.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  return /^https?:$/.test(protocol) && username === "" && password === "" ? href : undefined;
}

/** An address as it is shown: foreign letters can look like a known host's, so that one is shown in its plain spelling. */
function shownAs(address: string, href: string): string {
  return address.replace(HOST, (host) => (PLAIN_HOST.test(host) ? host : new URL(href).host));
}

/** A text with the addresses in it, piece by piece. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: shownAs(address, href), href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
