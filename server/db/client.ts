import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { ServerEvents } from "#contract/events.ts";
import type { Tables } from "#server/db/schema/tables.ts";

/** A database to read from: the pool's, or a transaction's. */
export type Db = Kysely<Tables>;

declare const inTransaction: unique symbol;

/**
 * A transaction. Only `transact` makes one, and whatever writes takes one, so a write outside of a transaction or a
 * transaction inside of another does not compile.
 */
export interface Tx extends Transaction<Tables> {
  readonly [inTransaction]: true;
  /** Tells a member's devices something once this transaction is in; never if it is rolled back. */
  emit<E extends keyof ServerEvents>(memberId: string, event: E, payload: ServerEvents[E]): void;
  /** Runs once this transaction is in. For what is not a row: sockets to cut, files to drop. */
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

/** Requests wait no longer than this for a statement. Migrations and backups have connections of their own. */
const STATEMENT_MS = 15_000;

/** Opens a pool. Nothing is connected until it is used. */
export function openDatabase(connection: pg.PoolConfig, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // A process that has gone silent in the middle of a transaction holds its rows no longer than that, and a statement that
    // has become too slow gives its connection back.
    options: `-c idle_in_transaction_session_timeout=30000 -c statement_timeout=${STATEMENT_MS}`,
    ...connection,
    types,
  });
  let closing = false;
  pool.on("error", (error) => {
    // Connections that are being let go may still hear that the server goes.
    if (!closing) onIdleError(error);
  });
  // One that breaks between two statements of a transaction says so to nobody else; unheard it would end the process. The
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

/** Whether a row was held by somebody else for longer than `waitBriefly` allows. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_TIMEOUT;

/** Lets no statement of a transaction wait longer for a row that somebody else holds. */
export const waitBriefly = async (tx: Tx, milliseconds: number): Promise<void> => {
  await sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`.execute(tx);
};

/** Lets the statements of a transaction take as long as they need: for work that nobody waits for. */
export const allowLongStatements = async (tx: Tx): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx);
};

/** Does work in a transaction whose statements take as long as they need. */
export const transactLong = <T>(
  { transact }: { readonly transact: Transact },
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  transact(async (tx) => {
    await allowLongStatements(tx);
    return work(tx);
  });

/** Of the network, and of a server that is full, reads only or has ended a transaction that stood still. */
const AWAY = new Set(
  "ECONNREFUSED ENOENT ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENOTFOUND EAI_AGAIN 53300 25006 25P03".split(" "),
);

/** Whether a query failed because the database is not there, or is going: asking again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith("08") || state.startsWith("57P") || AWAY.has(state);
  const { code, message = "" } = error as { code?: unknown; message?: string };
  return AWAY.has(String(code)) || /connection terminated|timeout exceeded when trying to connect/i.test(message);
}

/** The name of the constraint that a database error broke, or undefined. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;

/** What comes after a commit cannot undo it, so its failing is nobody's refusal. */
function runLate(action: () => void, onError: (error: unknown) => void): void {
  try {
    action();
  } catch (error) {
    onError(error);
  }
}

/**
 * Makes the one way to write: `transact` runs the work in a transaction, again where it met another's by bad luck, and
 * publishes what it collected after the commit.
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
