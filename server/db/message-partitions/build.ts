import {
  attachIndexSql,
  createPartIndexSql,
  type ForeignKey,
  findForeignKeys,
  findIndexes,
  PARTITION_NAMES,
  partIndexName,
  type RunSql,
  SCHEMA,
} from "#server/db/message-partitions/definition.ts";

/** The indexes of the copy by name, and whether each is complete. */
async function findBuilt(run: RunSql): Promise<ReadonlyMap<string, boolean>> {
  const rows = await run<{ name: string; valid: boolean }>(`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = '${SCHEMA}'::regnamespace`);
  return new Map(rows.map(({ name, valid }) => [name, valid]));
}

/** Builds indexes of rows that are there already, one partition at a time, which is faster than with each copied row. */
export async function buildIndexes(run: RunSql, signal: AbortSignal | undefined): Promise<void> {
  const built = await findBuilt(run);
  for (const index of await findIndexes(run)) {
    if (built.get(index.name)) continue;
    for (const nth of PARTITION_NAMES.keys()) {
      signal?.throwIfAborted();
      const name = partIndexName(index, nth);
      if (built.get(name)) continue;
      // A build that was interrupted leaves an index that is not valid.
      if (built.has(name)) await run(`drop index concurrently ${SCHEMA}.${name}`);
      await run(createPartIndexSql(index, nth, "concurrently"));
    }
    await run(attachIndexSql(index));
  }
}

/** Partitions that get a foreign key under one lock, some milliseconds each. */
const AT_ONCE = 8;

interface BuiltKey {
  readonly table: string;
  readonly name: string;
  readonly valid: boolean;
}

/**
 * Adds the foreign keys of `messages` to the copy. The rows of each partition are checked while members write; the table
 * takes the checked keys over.
 * @param retry runs work in a transaction, as often as a lock is not free
 */
export async function buildForeignKeys(
  run: RunSql,
  retry: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const rows = await run<BuiltKey>(`
    select relname as table, conname as name, convalidated as valid
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where relnamespace = '${SCHEMA}'::regnamespace and contype = 'f'`);
  const built = new Map(rows.map(({ table, name, valid }) => [`${table} ${name}`, valid]));
  const add = (tables: readonly string[], { name, definition, target }: ForeignKey, option: "not valid" | "") =>
    retry(async () => {
      // Members' transactions lock the target first, too, and then write by the trigger: the reverse order is a deadlock.
      await run(`lock table ${target} in share row exclusive mode`);
      const added = tables.map(
        (table) => `alter table ${SCHEMA}.${table} add constraint ${name} ${definition} ${option}`,
      );
      await run(added.join(";"));
    });
  for (const key of await findForeignKeys(run)) {
    if (built.has(`messages ${key.name}`)) continue;
    const missing = PARTITION_NAMES.filter((table) => !built.has(`${table} ${key.name}`));
    for (let from = 0; from < missing.length; from += AT_ONCE)
      await add(missing.slice(from, from + AT_ONCE), key, "not valid");
    for (const table of PARTITION_NAMES)
      if (built.get(`${table} ${key.name}`) !== true)
        await run(`alter table ${SCHEMA}.${table} validate constraint ${key.name}`);
    await add(["messages"], key, "");
  }
}
