/** A piece of a text, and where it leads if it is a link. */
export interface TextSegment {
  readonly text: string;
  readonly href?: string;
}

/** What ends an address: blanks, brackets and quotes around it, and an emoji behind it, also a flag, a tone or a keycap. */
const KEYCAP = String.raw`[0-9#*]\uFE0F?\u20E3`;
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u20E3`;
const REST = String.raw`(?:(?!${KEYCAP})[^\s<>"“”„«»${EMOJI}])+`;
/** Not in the middle of something else, such as another kind of address. */
const START = String.raw`(?<![\p{L}\p{N}\p{M}_.%+\-/@!#$&*=?^{|}~\\])`;
const URL_PATTERN = String.raw`(?<![\p{L}\p{N}_])https?:\/\/(?![/\\])${REST}|${START}www\.${REST}`;
const DOMAIN = String.raw`(?:[\p{L}\p{N}\p{M}-]{1,63}\.){1,8}[\p{L}\p{N}\p{M}-]{1,62}\p{L}(?![\p{L}\p{N}\p{M}_@-])`;
const EMAIL = `${START}(?<box>[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?)@(?<domain>${DOMAIN})`;
const URL_OR_EMAIL = new RegExp(`${URL_PATTERN}|${EMAIL}`, "giu");

const SENTENCE_END = /^[.,;:!?'’‘…。、，！？；：›]$/u;
const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", "）": "（", "」": "「", "】": "【" };

/** Marks that turn the order of what is drawn around: with them an address can look like another. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const HOST = /^((?:https?:\/\/)?)([^/?#\\]+)/iu;
/** A host whose letters are what they look like. */
const PLAIN_HOST = /^[a-z0-9.:[\]-]+$/iu;
/** A host without a scheme before it has to be a name that can be one. */
const HOSTNAME = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const WWW_HOSTNAME = /^www\.(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** An address without the punctuation of the sentence around it; a bracket that was opened in it belongs to it. */
function trimPunctuation(address: string): string {
  const counts = new Map<string, number>();
  for (const character of address) counts.set(character, (counts.get(character) ?? 0) + 1);
  const countOf = (character: string): number => counts.get(character) ?? 0;
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    const opening = CLOSING[last];
    const isUnopened = opening !== undefined && countOf(last) > countOf(opening);
    if (!isUnopened && !SENTENCE_END.test(last)) break;
    counts.set(last, countOf(last) - 1);
  }
  return address.slice(0, end);
}

/** Where a page's address leads. One that pretends to lead elsewhere, by a name before its host or by turning marks, stays text. */
function parseUrl(address: string): URL | undefined {
  const hasScheme = /^https?:/i.test(address);
  const whole = hasScheme ? address : `https://${address}`;
  if (BIDI_CONTROLS.test(address) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return hasScheme || WWW_HOSTNAME.test(url.hostname) ? url : undefined;
}

/** A page's address as a link: foreign letters can look like a known host's, so that one is shown in its plain spelling. */
function createUrlSegment(address: string): Required<TextSegment> | undefined {
  const url = parseUrl(address);
  if (!url) return undefined;
  const shown = (_: string, scheme: string, host: string) => scheme + (PLAIN_HOST.test(host) ? host : url.host);
  return { text: address.replace(HOST, shown), href: url.href };
}

/** A mailbox as a link, by the same rule. Nothing that a letter could be filled in with goes along. */
function createEmailSegment(box: string, domain: string): Required<TextSegment> | undefined {
  if (!URL.canParse(`https://${domain}`)) return undefined;
  const { hostname } = new URL(`https://${domain}`);
  if (!HOSTNAME.test(hostname)) return undefined;
  return {
    text: `${box}@${PLAIN_HOST.test(domain) ? domain : hostname}`,
    href: `mailto:${encodeURIComponent(box)}@${hostname}`,
  };
}

/** A text with the addresses in it, piece by piece. */
export function parseLinks(text: string): TextSegment[] {
  const pieces: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(URL_OR_EMAIL)) {
    const { box, domain } = groups ?? {};
    const isMail = box !== undefined && domain !== undefined;
    const address = isMail ? found : trimPunctuation(found);
    const piece = isMail ? createEmailSegment(box, domain) : createUrlSegment(address);
    if (!piece) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push(piece);
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
