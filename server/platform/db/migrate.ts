import { promises as fs, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import type { Logger } from "pino";
import { MINUTE_MS } from "#contract/durations.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { type Db, isLockTimeout, sqlState } from "#server/platform/db/client.ts";

const FOLDER = path.join(import.meta.dirname, "migrations");

export const listMigrations = (folder = FOLDER): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();

const KNOWN: readonly string[] = listMigrations();

const UNDEFINED_TABLE = "42P01";

async function findApplied(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

const CONTRACT = /^\d{4}-contract-(\d{4})-/;
const CONCURRENTLY = /^\d{4}-concurrently-/;

/** Such as `0040`. */
export const numberOf = (name: string): string => name.slice(0, 4);

/** The number of the migration that a version must have to run after this one; undefined if any version may. */
export const requiredBy = (name: string): string | undefined => CONTRACT.exec(name)?.[1];

/** A concurrently built index cannot be created in a transaction. */
export const isConcurrent = (name: string): boolean => CONCURRENTLY.test(name);

interface SchemaState {
  readonly pending: readonly string[];
  /** Migrations of a newer version. */
  readonly unknown: readonly string[];
  /** The unknown migration that has removed what this version needs; undefined if this version can run. */
  readonly breaking: string | undefined;
  readonly isEmpty: boolean;
}

/**
 * @param known the migrations of this version, in order
 * @param applied those of the database
 */
export function compareMigrations(known: readonly string[], applied: readonly string[]): SchemaState {
  const numbers = known.map(numberOf);
  const unknown = applied.filter((name) => !known.includes(name));
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown,
    breaking: unknown.find((name) => {
      const required = requiredBy(name);
      return required !== undefined && !numbers.includes(required);
    }),
    isEmpty: applied.length === 0,
  };
}

export const readSchemaState = async (db: Db, known = KNOWN): Promise<SchemaState> =>
  compareMigrations(known, await findApplied(db));

export class SchemaVersionError extends Error {}

/** @throws SchemaVersionError if a newer version has removed what this one needs, or has another history */
export function assertUsable({ pending, unknown, breaking }: SchemaState): void {
  if (breaking !== undefined)
    throw new SchemaVersionError(
      `A newer version of Spotter has migrated the database (${breaking}), which this version can no longer use. Start the newer one`,
    );
  if (unknown.length > 0 && pending.length > 0)
    throw new SchemaVersionError(
      `The database was migrated by another version of Spotter (${unknown.join(", ")}), which lacks ${pending[0]}`,
    );
}

export async function isMigrated(db: Db): Promise<boolean> {
  const state = await readSchemaState(db);
  assertUsable(state);
  return state.pending.length === 0;
}

/**
 * Milliseconds that a migration waits for a lock. Statements of running processes on the same table queue up behind it.
 */
const LOCK_WAIT_MS = 1_000;
/** In between they run, and whatever holds the lock can end. */
const RETRY_MS = 2_000;
const RETRY_FOR_MS = 10 * MINUTE_MS;
const POLL_MS = 200;
const DEADLOCK = "40P01";

export interface MigrateOptions {
  readonly log?: Logger | undefined;
  /** For tests: the folder of the migrations. */
  readonly folder?: string;
  /** For tests: milliseconds after which a migration gives up on a lock. */
  readonly retryForMs?: number;
}

/** Applies one migration, or at once all that an empty database needs. @param last the last one of them */
async function apply(db: Db, last: string, options: MigrateOptions): Promise<void> {
  const { log, folder = FOLDER, retryForMs = RETRY_FOR_MS } = options;
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }) });
  const disableTransactions = isConcurrent(last);
  // An index that is built concurrently waits without blocking anybody.
  await sql`select set_config('lock_timeout', ${String(disableTransactions ? 0 : LOCK_WAIT_MS)}, false)`.execute(db);
  for (const startedAt = performance.now(); ; ) {
    const { error } = await migrator.migrateTo(last, { disableTransactions });
    if (error === undefined) return;
    const isLocked = isLockTimeout(error) || sqlState(error) === DEADLOCK;
    if (!isLocked || performance.now() - startedAt > retryForMs) throw error;
    log?.warn({ migration: last }, "migration waits for a lock");
    await pause(RETRY_MS * (0.5 + Math.random()));
  }
}

/** A single migration, so that locks are held briefly; in an empty database many. */
function findStep(wanted: readonly string[], isEmpty: boolean): string | undefined {
  const [first] = wanted;
  if (first === undefined || isConcurrent(first) || !isEmpty) return first;
  const next = wanted.findIndex(isConcurrent);
  return wanted[(next === -1 ? wanted.length : next) - 1];
}

/** @param last the last migration to apply */
const applyThrough = (db: Db, last: string | undefined, options: MigrateOptions): Promise<void> =>
  db.connection().execute(async (connection) => {
    const known = options.folder === undefined ? KNOWN : listMigrations(options.folder);
    // Polls: a statement that waits for the lock would hold a snapshot, for which a concurrent index would wait.
    const tryLock = sql<{ locked: boolean }>`select pg_try_advisory_lock(${ADVISORY_LOCKS.migrations}) as locked`;
    for (let isFirst = true; !(await tryLock.execute(connection)).rows[0]?.locked; isFirst = false) {
      if (isFirst) options.log?.info("another process migrates the database: waiting for it");
      await pause(POLL_MS);
    }
    try {
      for (;;) {
        const state = await readSchemaState(connection, known);
        assertUsable(state);
        const step = findStep(
          state.pending.filter((name) => last === undefined || name <= last),
          state.isEmpty,
        );
        if (step === undefined) return;
        await apply(connection, step, options);
      }
    } finally {
      const unlock = sql`select pg_advisory_unlock_all(), set_config('lock_timeout', '0', false)`.execute(connection);
      // A connection that is gone has released it.
      await unlock.catch(() => undefined);
    }
  });

/**
 * Migrates the database to the latest schema, while processes of this and the release before run. Several processes may
 * call it concurrently.
 * @throws the first failure; SchemaVersionError for the database of another version
 */
export const migrate = (db: Db, options: MigrateOptions = {}): Promise<void> => applyThrough(db, undefined, options);

/**
 * Migrates an empty database to the schema of a backup.
 * @param names the backup's migrations, in order
 * @throws Error if they are not a prefix of the current migrations, or the first failure
 */
export async function migrateTo(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0 || names.some((name, i) => name !== KNOWN[i]))
    throw new Error("The backup has an unknown schema. Restore it with the version of Spotter that created it.");
  await applyThrough(db, names.at(-1), {});
}
