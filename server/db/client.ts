import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { ServerEvents } from "#contract/events.ts";
import type { Tables } from "#server/db/schema/tables.ts";

/** A database to read from: the pool's, or a transaction's. */
export type Db = Kysely<Tables>;

declare const inTransaction: unique symbol;

/**
 * A transaction. Only `transact` creates one, and every write requires one, so writes outside a transaction and nested
 * transactions do not compile.
 */
export interface Tx extends Transaction<Tables> {
  readonly [inTransaction]: true;
  /** Emits an event to a member's devices after the commit; never after a rollback. */
  emit<E extends keyof ServerEvents>(memberId: string, event: E, payload: ServerEvents[E]): void;
  /** Runs after the commit. For effects outside the database: closing sockets, deleting files. */
  afterCommit(action: () => void): void;
}

export type Publish = <E extends keyof ServerEvents>(memberId: string, event: E, payload: ServerEvents[E]) => void;
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;
const types = {
  // Our counts stay far under 2^53. A date is a day, not a moment, so it stays text.
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return String;
    return pg.types.getTypeParser(oid, format as "text");
  },
} as pg.CustomTypesConfig;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** How it is reached. */
  readonly connection: pg.PoolConfig;
  close(): Promise<void>;
}

/** The statement timeout of requests. Migrations and backups use their own connections. */
const STATEMENT_MS = 15_000;

/** Opens a pool. Nothing is connected until it is used. */
export function openDatabase(connection: pg.PoolConfig, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Ends transactions of a process that hangs, and statements that take too long, to release their locks and
    // connections.
    options: `-c idle_in_transaction_session_timeout=30000 -c statement_timeout=${STATEMENT_MS}`,
    ...connection,
    types,
  });
  let closing = false;
  pool.on("error", (error) => {
    // Connections that are being closed may report the server's shutdown.
    if (!closing) onIdleError(error);
  });
  // A connection that breaks between two statements reports it only here; an unhandled event would end the process. The
  // next statement fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = () => {
    closing = true;
    return db.destroy();
  };
  return { db, pool, connection, close };
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const TRIES = 3;

/** The SQLSTATE of a database error, or undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

const LOCK_TIMEOUT = "55P03";
const QUERY_CANCELED = "57014";

/** Whether a statement took longer than the pool allows. */
export const isStatementTimeout = (error: unknown): boolean => sqlState(error) === QUERY_CANCELED;

/** Whether a lock was held for longer than `waitBriefly` allows. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_TIMEOUT;

/** Limits how long the transaction's statements wait for a lock. */
export const waitBriefly = async (tx: Tx, milliseconds: number): Promise<void> => {
  await sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`.execute(tx);
};

/** Removes the statement timeout of a transaction, for background work. */
export const allowLongStatements = async (tx: Tx): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx);
};

/** Runs work in a transaction without a statement timeout. */
export const transactLong = <T>(
  { transact }: { readonly transact: Transact },
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  transact(async (tx) => {
    await allowLongStatements(tx);
    return work(tx);
  });

/** Network errors, and errors of a server that is full, read-only or has ended an idle transaction. */
const AWAY = new Set(
  "ECONNREFUSED ENOENT ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENOTFOUND EAI_AGAIN 53300 25006 25P03".split(" "),
);

/** Whether a query failed because the database is unavailable or shutting down: a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith("08") || state.startsWith("57P") || AWAY.has(state);
  const { code, message = "" } = error as { code?: unknown; message?: string };
  return AWAY.has(String(code)) || /connection terminated|timeout exceeded when trying to connect/i.test(message);
}

/** The name of the constraint that a database error broke, or undefined. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;

/** A failure after the commit cannot undo it, so it must not fail the request. */
function runLate(action: () => void, onError: (error: unknown) => void): void {
  try {
    action();
  } catch (error) {
    onError(error);
  }
}

/**
 * Creates `transact`, the only way to write: runs the work in a transaction, retries it after deadlocks and
 * serialization failures, and publishes the collected events after the commit.
 */
export function createTransact(db: Db, publish: Publish, onLateError: (error: unknown) => void): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      const after: (() => void)[] = [];
      try {
        const result = await db.transaction().execute((trx) => {
          const tx = Object.assign(trx, {
            emit: (...event: Parameters<Publish>) => after.push(() => publish(...event)),
            afterCommit: (action: () => void) => after.push(action),
          }) as unknown as Tx;
          return work(tx);
        });
        for (const action of after) runLate(action, onLateError);
        return result;
      } catch (error) {
        const state = sqlState(error);
        const unlucky = state === SERIALIZATION_FAILURE || state === DEADLOCK;
        if (!unlucky || attempt === TRIES) throw error;
      }
    }
  };
}
