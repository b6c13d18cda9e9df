/** Each window is its own: it begins with the first use of a key. */
export type InWindow<T> = T & {
  /** When the window ends, in milliseconds of `performance.now()`. */
  endsAt: number;
};

/**
 * Creates a cache of values by key, each for a window that begins with its first use. A change of the machine's clock does
 * not affect it.
 * @param max values; above that the least recently used is forgotten
 * @param create the value with which a window begins
 * @returns gets the value of a key, or begins its window of so many milliseconds
 */
export function createWindowCache<T extends object>(
  max: number,
  create: () => T,
): (key: string, windowMs: number) => InWindow<T> {
  /** The least recently used comes first. */
  const values = new Map<string, InWindow<T>>();
  return (key, windowMs) => {
    const now = performance.now();
    const before = values.get(key);
    const value = before && before.endsAt > now ? before : { ...create(), endsAt: now + windowMs };
    values.delete(key);
    values.set(key, value);
    if (values.size > max) values.delete(values.keys().next().value ?? "");
    return value;
  };
}
