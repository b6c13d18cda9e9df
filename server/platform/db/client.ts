import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from "kysely";
import pg from "pg";
import type { ServerEvents } from "#contract/events.ts";
import { checkOutWritable } from "#server/platform/db/checkout.ts";
import { createPreparingClient, isPlanOutdated } from "#server/platform/db/prepared-statements.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";
import { ReadOnlyServerError, TrackedClient } from "#server/platform/db/tracked-client.ts";
import { isConnectionError } from "#server/platform/db/unavailable.ts";

export type Db = Kysely<Tables>;

/** A database that reads only. Transactions and the primary are such, too. */
export type ReadDb = Pick<Db, "selectFrom" | "selectNoFrom" | "getExecutor">;

declare const inTransaction: unique symbol;

/**
 * A transaction. Every write requires one, and only `transact` and `transactStatement` create it, so writes outside a
 * transaction and nested transactions do not compile.
 */
export interface Tx extends Transaction<Tables> {
  readonly [inTransaction]: true;
  /** Emits an event to a member's devices after the commit; never after a rollback. */
  emit<E extends keyof ServerEvents>(memberId: string, event: E, payload: ServerEvents[E]): void;
  /** Registers an effect outside the database, such as closing sockets or deleting files, to run after the commit. */
  afterCommit(action: () => void): void;
}

export type Publish = <E extends keyof ServerEvents>(memberId: string, event: E, payload: ServerEvents[E]) => void;
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** SQL: `refuse(reason, detail)` rolls a statement back from within. See migration 0011. */
export interface Refusal {
  readonly reason: string;
  /** Empty if there is nothing more to say. */
  readonly detail: string;
}

const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;
const types = {
  // Counts stay far below 2^53, so they fit a number. A date stays text, because it has no time zone.
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return String;
    return pg.types.getTypeParser(oid, format as "text");
  },
} as pg.CustomTypesConfig;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** For requests without a session: of the connections a few, which no flood of them exceeds. */
  readonly visitors: Pick<Database, "db" | "pool">;
  readonly connection: pg.PoolConfig;
  /**
   * The connection settings for what a pooler in transaction mode cannot carry: LISTEN, locks of a session, COPY and
   * pg-boss. Without a pooler the same as `connection`.
   */
  readonly direct: pg.PoolConfig;
  readonly hasPooler: boolean;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The settings of direct connections, if those of the pool lead to a pooler in transaction mode. */
  readonly direct?: pg.PoolConfig | undefined;
  /** Whether repeated statements are prepared: by default unless there is a pooler. */
  readonly preparedStatements?: boolean | undefined;
  readonly isReplica?: boolean;
}

/**
 * Milliseconds for requests. They limit how long a hanging process or a slow statement can hold locks and connections.
 * Migrations and backups use separate connections without them.
 */
export const SESSION_TIMEOUTS = { idle_in_transaction_session_timeout: 30_000, statement_timeout: 15_000 } as const;

/**
 * Milliseconds after which a replica's connection without an answer is closed. It ends statements earlier itself, unless
 * its machine is gone, which TCP notices after a quarter of an hour.
 */
const REPLICA_ANSWER_MS = SESSION_TIMEOUTS.statement_timeout + 5_000;

/**
 * A connection without traffic is checked after 10 seconds, and ends when 10 checks a second apart have no answer. One
 * whose server has forgotten it, as after a cut of the network, would keep its statement waiting for two hours otherwise.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

export const timeoutOptions = (isLimited: boolean): string =>
  Object.entries(SESSION_TIMEOUTS)
    .map(([name, ms]) => `-c ${name}=${isLimited ? ms : 0}`)
    .join(" ");

const CONNECTIONS = 20;
/** Connections for requests without a session: a fifth, at most so many. */
const VISITORS_MAX = 4;

/** Opens the pools. They connect on first use. */
export function openDatabase(
  connection: pg.PoolConfig,
  onIdleError: (error: Error) => void,
  { direct, preparedStatements = direct === undefined, isReplica = false }: DatabaseOptions = {},
): Database {
  const size = connection.max ?? CONNECTIONS;
  const visitorSize = Math.min(VISITORS_MAX, Math.ceil(size / 5));
  const open = (max: number) => {
    const pool = createPool(max);
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: isReplica ? pool : checkOutWritable(pool) }),
    });
    return { pool, db };
  };
  let closing = false;
  const createPool = (max: number): pg.Pool => {
    const pool = new pg.Pool({
      Client: preparedStatements ? createPreparingClient() : TrackedClient,
      // The primary answers instead of a replica that is slow to.
      connectionTimeoutMillis: isReplica ? 2_000 : 10_000,
      ...(isReplica && { query_timeout: REPLICA_ANSWER_MS }),
      ...KEEP_ALIVE,
      // Sessions of a pooler are shared, so it takes no parameters: there the timeouts are the role's (`pooler.ts`).
      ...(direct === undefined && { options: timeoutOptions(true) }),
      ...connection,
      types,
      max,
    });
    pool.on("error", (error) => {
      // Connections that are being closed may report that the server shuts down.
      if (!closing) onIdleError(error);
    });
    // A connection that breaks between two statements reports the error only here, and an unhandled error event would end
    // the process. The next statement fails.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  };
  const members = open(isReplica ? size : Math.max(1, size - visitorSize));
  const visitors = open(visitorSize);
  const close = async () => {
    closing = true;
    await Promise.all([members.db.destroy(), visitors.db.destroy()]);
  };
  return { ...members, visitors, connection, direct: direct ?? connection, hasPooler: direct !== undefined, close };
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const ATTEMPTS_MAX = 3;

export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

const REFUSED = "SP001";

export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof pg.DatabaseError && error.code === REFUSED
    ? { reason: error.message, detail: error.detail ?? "" }
    : undefined;

const LOCK_TIMEOUT = "55P03";
const QUERY_CANCELED = "57014";

export const isStatementTimeout = (error: unknown): boolean => sqlState(error) === QUERY_CANCELED;

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_TIMEOUT;

/** SQL condition, true: from then on the statement and its transaction wait for a lock no longer than that. */
export const lockTimeoutSql = (milliseconds: number): RawBuilder<boolean> =>
  sql`(select set_config('lock_timeout', ${String(milliseconds)}, true)) is not null`;

/**
 * SQL condition, true: the commit does not wait for the disk, nor for a synchronous replica. For what may be lost in a
 * crash of the server: the locks of the rows are held for that much less time.
 */
export const mayBeLostSql: RawBuilder<boolean> = sql`(select set_config('synchronous_commit', 'off', true)) is not null`;

/** Removes the statement timeout of a transaction, for background work. */
export const allowLongStatements = async (tx: Tx): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx);
};

export const transactLong = <T>(
  { transact }: { readonly transact: Transact },
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  transact(async (tx) => {
    await allowLongStatements(tx);
    return work(tx);
  });

/** SQLSTATEs of a server that is read-only, ended an idle transaction, or has a full disk. */
const UNAVAILABLE_STATES = new Set(["25006", "25P03", "53100"]);

/** Whether a query failed because the database is unavailable or shutting down, so that a retry may succeed. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isPlanOutdated(error) ||
  error instanceof ReadOnlyServerError ||
  isConnectionError(error) ||
  UNAVAILABLE_STATES.has(sqlState(error) ?? "");

export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;

/**
 * Runs an effect after the commit. Its failure is only reported: the transaction is committed, so the request
 * succeeded.
 */
function runAfterCommit(action: () => void, onError: (error: unknown) => void): void {
  try {
    action();
  } catch (error) {
    onError(error);
  }
}

/** Effects of a commit between which requests are not served. A popular member's are tens of thousands of events. */
const EFFECTS_AT_ONCE = 200;

function runAllAfterCommit(actions: (() => void)[], onError: (error: unknown) => void): void {
  for (const action of actions.splice(0, EFFECTS_AT_ONCE)) runAfterCommit(action, onError);
  if (actions.length > 0) setImmediate(runAllAfterCommit, actions, onError);
}

function onlyOneStatement(db: Db): Db {
  let isDone = false;
  return db.withPlugin({
    transformQuery({ node }) {
      if (isDone) throw new Error("A second statement would be another transaction: use transact");
      return node;
    },
    async transformResult({ result }) {
      isDone = true;
      return result;
    },
  });
}

/**
 * Creates the two ways to write. `transact` runs the work in a transaction. `transactStatement` allows one statement, of
 * which PostgreSQL makes a transaction without the round trips of BEGIN and COMMIT. Both retry the work after deadlocks,
 * serialization failures and changes of the schema, and publish the collected events after the commit.
 */
export function createTransact(
  db: Db,
  publish: Publish,
  onAfterCommitError: (error: unknown) => void,
): { readonly transact: Transact; readonly transactStatement: Transact } {
  const createTransactBy =
    (begin: <T>(run: (db: Db) => Promise<T>) => Promise<T>): Transact =>
    async (work) => {
      for (let attempt = 1; ; attempt++) {
        const afterCommitActions: (() => void)[] = [];
        try {
          const result = await begin((trx) => {
            const tx = Object.assign(trx, {
              emit: (...event: Parameters<Publish>) => afterCommitActions.push(() => publish(...event)),
              afterCommit: (action: () => void) => afterCommitActions.push(action),
            }) as unknown as Tx;
            return work(tx);
          });
          runAllAfterCommit(afterCommitActions, onAfterCommitError);
          return result;
        } catch (error) {
          const state = sqlState(error);
          const isRetryable = state === SERIALIZATION_FAILURE || state === DEADLOCK || isPlanOutdated(error);
          if (!isRetryable || attempt === ATTEMPTS_MAX) throw error;
        }
      }
    };
  return {
    transact: createTransactBy((run) => db.transaction().execute(run)),
    transactStatement: createTransactBy((run) => run(onlyOneStatement(db))),
  };
}
