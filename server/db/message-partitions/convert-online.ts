import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";
import { isLockTimeout, KEEP_ALIVE, sqlState } from "#server/db/client.ts";
import { buildForeignKeys, buildIndexes } from "#server/db/message-partitions/build.ts";
import { assertSameRows } from "#server/db/message-partitions/compare.ts";
import {
  createTablesSql,
  findColumns,
  isCopyUpToDate,
  REPLACED_SCHEMA,
  type RunSql,
  readShape,
  SCHEMA,
} from "#server/db/message-partitions/definition.ts";
import {
  copyBatch,
  deleteNoted,
  startCopying,
  startFollowing,
  stopFollowing,
} from "#server/db/message-partitions/follow.ts";
import { fillReferences, lockMessages, swapTables, validateReferences } from "#server/db/message-partitions/swap.ts";
import { CommandError } from "#server/errors.ts";

/**
 * Partitions `messages` while members write. Each step is a transaction or a few, and can be repeated: a conversion that was
 * killed goes on where it was.
 * 1. An empty partitioned table, and a trigger by which it follows `messages`.
 * 2. Rows in batches, by id.
 * 3. Indexes and foreign keys of each partition, without blocking writes.
 * 4. A comparison of all rows.
 * 5. The swap, under a lock of some hundred milliseconds.
 * 6. The end of the old table.
 */

/** Milliseconds that a step waits for a lock. Members' statements on the table queue up behind it. */
const LOCK_WAIT_MS = 100;
const RETRY_MS = 500;
const RETRY_FOR_MS = 30 * 60_000;
/** A batch waits no longer for a member who changes one of its rows, so that a deadlock is the batch's to lose. */
const BATCH_LOCK_WAIT_MS = 100;
/** How long a batch should take: a change of one of its rows waits for it. */
const BATCH_MS = 100;
const BATCH_MIN = 100;
const BATCH_MAX = 20_000;
/** Of the time of a batch, to leave members a part of the database. */
const REST = 0.25;
const DEADLOCK = "40P01";

export interface ConvertOptions {
  /** Shows progress. */
  readonly report?: (line: string) => void;
  /** Stops the conversion, which can be continued. */
  readonly signal?: AbortSignal | undefined;
  /** For tests: called before each step. */
  readonly onStep?: (step: string) => void | Promise<void>;
  /** For tests: rows of the first batch. */
  readonly batch?: number;
}

export interface Conversion {
  /** `unchanged` if messages were partitioned already. */
  readonly outcome: "converted" | "unchanged";
  /** As PostgreSQL estimates them. */
  readonly rows: number;
}

const isLocked = (error: unknown): boolean => isLockTimeout(error) || sqlState(error) === DEADLOCK;

/** Runs statements in a transaction that gives up when a lock is not free, until it succeeds. */
async function retryWhileLocked(
  run: RunSql,
  work: () => Promise<void>,
  { report, signal }: ConvertOptions,
): Promise<void> {
  for (const startedAt = performance.now(); ; ) {
    signal?.throwIfAborted();
    await run(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`);
    try {
      await work();
      await run("commit");
      return;
    } catch (error) {
      await run("rollback");
      if (!isLocked(error)) throw error;
      if (performance.now() - startedAt > RETRY_FOR_MS)
        throw new CommandError("The tables are in use, such as by a backup. Run the command again to go on.");
      report?.("Waiting for a lock that another transaction holds");
      await pause(RETRY_MS * (0.5 + Math.random()), undefined, { signal });
    }
  }
}

/** @throws CommandError if `messages` was changed since the conversion began */
async function assertUpToDate(run: RunSql): Promise<void> {
  if (!(await isCopyUpToDate(run)))
    throw new CommandError(
      "The table of messages was changed since the conversion began. Run the command with `--cancel`, then again.",
    );
}

async function copyRows(run: RunSql, options: ConvertOptions): Promise<void> {
  const { report, signal, batch = 1_000, onStep } = options;
  const columns = await findColumns(run);
  const [estimate] = await run<{ rows: number }>(
    "select greatest(reltuples, 0)::float8 as rows from pg_class where oid = 'public.messages'::regclass",
  );
  await startCopying(run);
  // A crash of the server may lose the last batches together with the progress.
  await run(`set synchronous_commit = off; set lock_timeout = ${BATCH_LOCK_WAIT_MS}`);
  let size = batch;
  let reportedAt = performance.now();
  for (let isCopied = false; !isCopied; ) {
    signal?.throwIfAborted();
    await onStep?.("batch");
    const startedAt = performance.now();
    try {
      const progress = await copyBatch(run, columns, size);
      isCopied = progress.is_copied;
      if (isCopied || performance.now() - reportedAt > 10_000) {
        reportedAt = performance.now();
        report?.(`Copied ${progress.copied} of about ${Math.max(progress.copied, estimate?.rows ?? 0)} messages`);
      }
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    const took = performance.now() - startedAt;
    size = Math.round(Math.min(BATCH_MAX, Math.max(BATCH_MIN, size * Math.min(2, Math.max(0.5, BATCH_MS / took)))));
    await pause(took * REST);
  }
  await run("reset synchronous_commit; reset lock_timeout");
}

async function swap(run: RunSql, options: ConvertOptions): Promise<void> {
  const work = async () => {
    await lockMessages(run);
    await assertUpToDate(run);
    await deleteNoted(run);
    await stopFollowing(run);
    await swapTables(run);
  };
  await retryWhileLocked(run, work, options);
}

/** The conversion is over once this is done: the rows of the old table are those of members, too. */
async function finish(run: RunSql, options: ConvertOptions): Promise<void> {
  await fillReferences(run);
  await validateReferences(run);
  await run("analyze public.messages");
  const keys = await run<{ name: string; target: string }>(`
    select conname as name, confrelid::regclass::text as target from pg_constraint
    where conrelid = to_regclass('${REPLACED_SCHEMA}.messages') and contype = 'f'`);
  for (const { name, target } of keys) {
    const drop = async () => {
      await run(`lock table ${target} in access exclusive mode`);
      await run(`alter table ${REPLACED_SCHEMA}.messages drop constraint ${name}`);
    };
    await retryWhileLocked(run, drop, options);
  }
  await run(`drop schema if exists ${REPLACED_SCHEMA} cascade`);
}

async function convert(run: RunSql, options: ConvertOptions): Promise<Conversion> {
  const { report, signal, onStep } = options;
  const { isPartitioned, isConverting } = await readShape(run);
  if (!isPartitioned) {
    if (!isConverting) {
      const begin = async () => {
        await run(createTablesSql());
        await startFollowing(run);
      };
      await retryWhileLocked(run, begin, options);
    }
    await assertUpToDate(run);
    const steps: readonly [string, () => Promise<void>][] = [
      ["Copying messages", () => copyRows(run, options)],
      ["Building indexes", () => buildIndexes(run, signal)],
      ["Checking foreign keys", () => buildForeignKeys(run, (work) => retryWhileLocked(run, work, options))],
      ["Completing references", () => fillReferences(run)],
      ["Comparing all rows", () => deleteNoted(run).then(() => assertSameRows(run))],
      ["Swapping the tables", () => swap(run, options)],
    ];
    for (const [name, work] of steps) {
      signal?.throwIfAborted();
      report?.(name);
      await onStep?.(name);
      await work();
    }
  }
  report?.("Removing what is not needed any more");
  await onStep?.("Removing");
  await finish(run, options);
  const isUnchanged = isPartitioned && !isConverting;
  const [counted] = await run<{ rows: number }>(
    "select reltuples::float8 as rows from pg_class where oid = 'public.messages'::regclass",
  );
  return { outcome: isUnchanged ? "unchanged" : "converted", rows: counted?.rows ?? 0 };
}

/** Ends a conversion that has not come to the swap, and deletes what was copied. */
async function cancel(run: RunSql, options: ConvertOptions): Promise<void> {
  const { isPartitioned } = await readShape(run);
  if (isPartitioned) throw new CommandError("The messages are partitioned already.");
  const work = async () => {
    await run(`drop trigger if exists follow on public.messages; drop schema if exists ${SCHEMA} cascade`);
  };
  await retryWhileLocked(run, work, options);
}

/** Opens a connection for a conversion, of which there is one at a time. */
async function withConnection<T>(
  owner: pg.ClientConfig,
  signal: AbortSignal | undefined,
  use: (run: RunSql) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...owner, ...KEEP_ALIVE });
  client.on("error", () => undefined);
  await client.connect();
  // An index or the comparison may take long: the running statement fails.
  const close = () => void client.end().catch(() => undefined);
  signal?.addEventListener("abort", close, { once: true });
  try {
    const run: RunSql = async (statement) => (await client.query(statement)).rows;
    await run("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
    const [lock] = await run<{ locked: boolean }>(
      `select pg_try_advisory_lock(${ADVISORY_LOCKS.messagePartitions}) as locked`,
    );
    if (!lock?.locked) throw new CommandError("The conversion is running already.");
    return await use(run);
  } finally {
    signal?.removeEventListener("abort", close);
    await client.end();
  }
}

/**
 * Partitions the messages, or goes on with that. The app may be running.
 * @param owner connects as the owner of the tables
 * @throws CommandError if a lock cannot be had, or the tables differ; nothing is lost, and the app uses the old table
 */
export const partitionMessages = (owner: pg.ClientConfig, options: ConvertOptions = {}): Promise<Conversion> =>
  withConnection(owner, options.signal, (run) => convert(run, options));

/** @throws CommandError if the messages are partitioned already */
export const cancelPartitioning = (owner: pg.ClientConfig, options: ConvertOptions = {}): Promise<void> =>
  withConnection(owner, options.signal, (run) => cancel(run, options));
