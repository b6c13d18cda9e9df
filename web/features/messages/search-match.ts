interface Part {
  readonly part: string;
  readonly isHit: boolean;
  /** Where it begins. */
  readonly at: number;
}

/** Splits a content at each occurrence of a text, in any case. */
export function splitAtText(content: string, text: string): Part[] {
  const [folded, wanted] = [content.toLowerCase(), text.toLowerCase()];
  // Some letters have another length in lower case, so that positions would not match.
  if (wanted === "" || folded.length !== content.length) return [{ part: content, isHit: false, at: 0 }];
  const parts: Part[] = [];
  let from = 0;
  for (let hit = folded.indexOf(wanted); hit >= 0; hit = folded.indexOf(wanted, from)) {
    if (hit > from) parts.push({ part: content.slice(from, hit), isHit: false, at: from });
    from = hit + wanted.length;
    parts.push({ part: content.slice(hit, from), isHit: true, at: hit });
  }
  if (from < content.length) parts.push({ part: content.slice(from), isHit: false, at: from });
  return parts;
}
