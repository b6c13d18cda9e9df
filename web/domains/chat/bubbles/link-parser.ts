export interface TextSegment {
  readonly text: string;
  readonly href?: string;
}

/** A URL ends at a space, a bracket, a quote or an emoji, including flags, skin tones and keycaps. */
const KEYCAP = String.raw`[0-9#*]\uFE0F?\u20E3`;
const EMOJI = String.raw`\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u20E3`;
const REST = String.raw`(?:(?!${KEYCAP})[^\s<>"“”„«»${EMOJI}])+`;
/** A link must not start within another token, such as another kind of address. */
const START = String.raw`(?<![\p{L}\p{N}\p{M}_.%+\-/@!#$&*=?^{|}~\\])`;
const URL_PATTERN = String.raw`(?<![\p{L}\p{N}_])https?:\/\/(?![/\\])${REST}|${START}www\.${REST}`;
const DOMAIN = String.raw`(?:[\p{L}\p{N}\p{M}-]{1,63}\.){1,8}[\p{L}\p{N}\p{M}-]{1,62}\p{L}(?![\p{L}\p{N}\p{M}_@-])`;
const EMAIL = `${START}(?<localPart>[a-z0-9](?:[a-z0-9._%+'-]{0,62}[a-z0-9_+-])?)@(?<domain>${DOMAIN})`;
const URL_OR_EMAIL = new RegExp(`${URL_PATTERN}|${EMAIL}`, "giu");

const SENTENCE_END = /^[.,;:!?'’‘…。、，！？；：›]$/u;
const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", "）": "（", "」": "「", "】": "【" };

/** Bidirectional controls change the displayed order, so a URL could look like another. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const HOST = /^((?:https?:\/\/)?)([^/?#\\]+)/iu;
/** A host without letters that could imitate others. */
const PLAIN_HOST = /^[a-z0-9.:[\]-]+$/iu;
/** Without a scheme, the host must have the form of a domain name. */
const HOSTNAME = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const WWW_HOSTNAME = /^www\.(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** Removes the punctuation of the surrounding sentence. A closing bracket stays if the URL contains the opening one. */
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

/**
 * Parses a URL. URLs that look like another one, through a user name before the host or bidirectional controls, stay
 * text.
 */
function parseUrl(address: string): URL | undefined {
  const hasScheme = /^https?:/i.test(address);
  const whole = hasScheme ? address : `https://${address}`;
  if (BIDI_CONTROLS.test(address) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return hasScheme || WWW_HOSTNAME.test(url.hostname) ? url : undefined;
}

/** A URL as a link. Hosts with non-ASCII letters are shown in Punycode, because they can imitate known hosts. */
function createUrlSegment(address: string): Required<TextSegment> | undefined {
  const url = parseUrl(address);
  if (!url) return undefined;
  const formatHost = (_: string, scheme: string, host: string) => scheme + (PLAIN_HOST.test(host) ? host : url.host);
  return { text: address.replace(HOST, formatHost), href: url.href };
}

/** An email address as a link, with the same rules. Parameters such as `?bcc=` are dropped. */
function createEmailSegment(localPart: string, domain: string): Required<TextSegment> | undefined {
  if (!URL.canParse(`https://${domain}`)) return undefined;
  const { hostname } = new URL(`https://${domain}`);
  if (!HOSTNAME.test(hostname)) return undefined;
  return {
    text: `${localPart}@${PLAIN_HOST.test(domain) ? domain : hostname}`,
    href: `mailto:${encodeURIComponent(localPart)}@${hostname}`,
  };
}

export function parseLinks(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(URL_OR_EMAIL)) {
    const { localPart, domain } = groups ?? {};
    const isMail = localPart !== undefined && domain !== undefined;
    const address = isMail ? found : trimPunctuation(found);
    const segment = isMail ? createEmailSegment(localPart, domain) : createUrlSegment(address);
    if (!segment) continue;
    if (index > end) segments.push({ text: text.slice(end, index) });
    segments.push(segment);
    end = index + address.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end) });
  return segments;
}
