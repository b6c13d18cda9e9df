import pg from "pg";
import { TrackedClient } from "#server/platform/db/tracked-client.ts";

/** Executions of a statement in this process after which it is prepared. Most that run less often never run again. */
const PREPARE_AFTER = 5;
/** Each connection keeps the plans of all prepared statements, some 20 KiB each. */
const PREPARED_MAX = 300;
const COUNTED_MAX = 3_000;

interface StatementNames {
  nameOf(text: string): string | undefined;
  /** Gives the statement another name, once it has run often enough again. */
  forget(text: string): void;
}

function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  let lastNumber = 0;
  return {
    nameOf(text) {
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
      const name = `s${++lastNumber}`;
      names.set(text, name);
      return name;
    },
    forget: (text) => void names.delete(text),
  };
}

const IDLE = "I";
const CHANGED_RESULT = "cached plan must not change result type";

export const isPlanOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.message === CHANGED_RESULT;

/**
 * A client that prepares repeated statements with parameters: PostgreSQL takes longer to plan most of ours than to run
 * them. A statement whose plan a migration has outdated runs again without it: processes of the last release
 * serve while the schema changes.
 */
export function createPreparingClient(): typeof TrackedClient {
  const { nameOf, forget } = createStatementNames();
  return class extends TrackedClient {
    override query(...args: unknown[]): never {
      const [text, values, ...rest] = args;
      // The overloads of `query` cannot be implemented without losing their types.
      const query = super.query.bind(this) as (...parameters: readonly unknown[]) => never;
      if (typeof text !== "string" || !Array.isArray(values) || values.length === 0 || rest.length > 0)
        return query(...args);
      const name = nameOf(text);
      if (name === undefined) return query(...args);
      const result: Promise<unknown> = query({ name, text, values });
      return result.catch((error: unknown) => {
        if (!isPlanOutdated(error)) throw error;
        forget(text);
        // In a transaction nothing runs after an error; `transact` repeats it as a whole.
        if (this.getTransactionStatus() !== IDLE) throw error;
        return query({ text, values });
      }) as never;
    }
  };
}
