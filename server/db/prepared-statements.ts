import pg from "pg";

/** Executions of a statement in this process after which it is prepared. Most that run less often never run again. */
const PREPARE_AFTER = 5;
/** Each connection keeps the plans of all prepared statements, some 20 KiB each. */
const PREPARED_MAX = 300;
const COUNTED_MAX = 3_000;

/** Names the statements that are worth preparing: PostgreSQL takes longer to plan most of ours than to run them. */
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= PREPARED_MAX) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < PREPARE_AFTER) {
      // Texts that are generated, such as lists of parameters, must not fill the memory.
      if (counts.size >= COUNTED_MAX) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

const CHANGED_RESULT = "cached plan must not change result type";

/** Whether a statement failed because a migration has changed its tables since it was prepared. */
export const isPlanOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.message === CHANGED_RESULT;

/**
 * A client that prepares repeated statements with parameters. After a migration a plan may be outdated: then the
 * connection ends, so that a retry gets a new one.
 */
export function createPreparingClient(): typeof pg.Client {
  const nameOf = createStatementNames();
  return class extends pg.Client {
    override query(...args: unknown[]): never {
      const [text, values, ...rest] = args;
      const name =
        typeof text === "string" && Array.isArray(values) && values.length > 0 && rest.length === 0
          ? nameOf(text)
          : undefined;
      // The overloads of `query` cannot be implemented without losing their types.
      const query = super.query.bind(this) as (...parameters: readonly unknown[]) => never;
      if (name === undefined) return query(...args);
      const result: Promise<unknown> = query({ name, text, values });
      result.catch((error: unknown) => {
        if (isPlanOutdated(error)) void this.end().catch(() => undefined);
      });
      return result as never;
    }
  };
}
