/**
 * Does the same with each, one after the other, whatever becomes of the others.
 * @throws the failure, or an AggregateError of several, once all have been tried
 */
export async function tryEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((failure: unknown) => failures.push(failure));
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
  if (failures.length === 1) throw failures[0];
}
