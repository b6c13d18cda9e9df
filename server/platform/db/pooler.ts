import pg from "pg";
import type { Logger } from "pino";
import { ConfigError } from "#server/config.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { type Database, SESSION_TIMEOUTS } from "#server/platform/db/client.ts";
import { findIdentity } from "#server/platform/db/identity.ts";

/** Attempts to see two clients in one session, or one in two. Others may use the pooler at the same time. */
const ATTEMPTS = 10;

const findPid = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;

/** Whether clients take turns in sessions of the server, as behind a pooler in transaction mode. */
export async function sharesSessions(connection: pg.ClientConfig): Promise<boolean> {
  const open = () => {
    const client = new pg.Client({ ...connection, options: "" });
    client.on("error", () => undefined);
    return client;
  };
  const [one, other] = [open(), open()] as const;
  try {
    await one.connect();
    // A pooler gives each client an id of its own, which is not that of the server's process.
    const first = await findPid(one);
    if ((one as { processID?: number }).processID === first) return false;
    await other.connect();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = await findPid(one);
      if (before !== first) return true;
      await other.query("begin");
      const isShared = (await findPid(other)) === before;
      await other.query("rollback");
      if (isShared) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/** Timeouts that the pooler's sessions lack, because they take no parameters. */
async function findUnlimited(pool: Pick<pg.Pool, "query">): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select name from pg_settings where name = any($1) and setting = '0' order by name",
    [Object.keys(SESSION_TIMEOUTS)],
  );
  return rows.map(({ name }) => name);
}

/** A role may set its own defaults. Those that it has stay. */
async function setRoleTimeouts(direct: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...direct, options: "" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    if ((await findUnlimited(client)).length === 0) return;
    await client.query("begin");
    // Two processes cannot change the same catalog row.
    await client.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.grants]);
    const database = client.escapeIdentifier((await findIdentity(client)).database);
    for (const name of await findUnlimited(client)) {
      const ms = SESSION_TIMEOUTS[name as keyof typeof SESSION_TIMEOUTS];
      await client.query(`alter role current_user in database ${database} set ${name} = ${ms}`);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** Sessions that a start ends at most. */
const RENEWED_MAX = 100;

/**
 * Ends sessions of the pooler that are older than the role's timeouts: while a statement runs, its session is ours
 * alone, and the pooler opens another one. Those that are busy meanwhile stay until the pooler renews them, within an
 * hour.
 */
async function renewSessions(app: Database, log: Logger): Promise<void> {
  for (let renewed = 0; renewed < RENEWED_MAX; renewed++) {
    if ((await findUnlimited(app.pool)).length === 0) return;
    await app.pool
      .query("select pg_terminate_backend(pg_backend_pid()) where current_setting('statement_timeout') = '0'")
      .catch(() => undefined);
  }
  log.warn("pooler: its sessions have no statement timeout");
}

/**
 * Checks at the start that the addresses of the database fit each other, and limits the sessions of a pooler, which
 * takes no parameters from the app.
 * @throws ConfigError if DATABASE_URL leads to a pooler in transaction mode and DATABASE_DIRECT_URL is missing, or
 *   leads to a pooler itself, or to another database or role; or if DATABASE_OWNER_URL leads to a pooler, where the lock
 *   of migrations has no session
 */
export async function checkPooler(app: Database, owner: pg.ClientConfig | undefined, log: Logger): Promise<void> {
  if (owner && (await sharesSessions(owner)))
    throw new ConfigError("DATABASE_OWNER_URL must lead to PostgreSQL itself, and not to a pooler in transaction mode");
  if (!app.hasPooler) {
    if (await sharesSessions(app.connection))
      throw new ConfigError(
        "DATABASE_DIRECT_URL must be set if DATABASE_URL leads to a pooler in transaction mode: LISTEN needs a connection of its own",
      );
    return;
  }
  if (await sharesSessions(app.direct))
    throw new ConfigError(
      "DATABASE_DIRECT_URL must lead to PostgreSQL itself, and not to a pooler in transaction mode",
    );
  const client = new pg.Client({ ...app.direct });
  client.on("error", () => undefined);
  await client.connect();
  const direct = await findIdentity(client).finally(() => client.end());
  const pooled = await findIdentity(app.pool);
  if (direct.place !== pooled.place || direct.role !== pooled.role)
    throw new ConfigError("DATABASE_DIRECT_URL must lead to the same database as DATABASE_URL, as the same role");
  await setRoleTimeouts(app.direct);
  await renewSessions(app, log);
}
