/** A small seeded generator: the same seed always gives the same numbers, on every machine. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  pick<T>(items: readonly T[]): T;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
}

/** The item at an index that the caller knows to be inside the list. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${items.length}`);
  return item;
}

/** FNV-1a over code points, as an unsigned 32-bit number. */
export function hash(text: string): number {
  let h = 2166136261;
  for (const character of text) h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 16777619);
  return h >>> 0;
}

/** Mulberry32, seeded with the text's hash. */
export function randomFrom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    pick: (items) => at(items, Math.floor(next() * items.length)),
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
  };
}
