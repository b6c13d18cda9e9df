/** Creates a value when it is first used. Formatters of `Intl` take a slow phone 30 ms each, too much for the first screen. */
export function onFirstUse<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
