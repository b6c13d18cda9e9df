import type pg from "pg";
import type { Logger } from "pino";
import { ConfigError } from "#server/config.ts";
import { type Database, openDatabase, sqlState, timeoutOptions } from "#server/platform/db/client.ts";
import { findIdentity } from "#server/platform/db/identity.ts";
import { areJobsInstalled, installJobs } from "#server/platform/db/job-schema.ts";
import { assertUsable, isMigrated, migrate, readSchemaState, SchemaVersionError } from "#server/platform/db/migrate.ts";
import { findExcessPrivileges, grantPrivileges } from "#server/platform/db/privileges.ts";

const INSUFFICIENT_PRIVILEGE = "42501";

/** The oldest major version of PostgreSQL that Spotter is tested with. */
const POSTGRES_MIN = 16;

/** Before anything else, so that no statement fails for a feature that it lacks. @throws ConfigError with its version */
export async function assertSupported({ pool }: Pick<Database, "pool">): Promise<void> {
  const sql =
    "select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major";
  const [server] = (await pool.query<{ version: string; major: number }>(sql)).rows;
  if (server && server.major < POSTGRES_MIN)
    throw new ConfigError(
      `PostgreSQL ${server.version} at DATABASE_URL is too old: Spotter needs version ${POSTGRES_MIN} or newer`,
    );
}

/** Whether the schema and pg-boss's tables are up to date. @throws SchemaVersionError */
export const isPrepared = async (database: Database): Promise<boolean> =>
  (await isMigrated(database.db)) && (await areJobsInstalled(database.pool));

/** Without a statement timeout. */
export const openOwner = (owner: pg.PoolConfig, log: Logger): Database =>
  openDatabase({ ...owner, max: 2, options: timeoutOptions(false) }, (error) =>
    log.error({ err: error }, "owner connection failed"),
  );

async function updateSchema(owner: Database, log: Logger): Promise<void> {
  try {
    await migrate(owner.db, { log });
    await installJobs(owner.pool, log);
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new ConfigError(
      "DATABASE_OWNER_URL must name the role that owns the tables: the one of DATABASE_URL may not change the schema",
      { cause: error },
    );
  }
}

/**
 * Whether a newer version has migrated the database, and this one can use it: a roll back, or an old process that was
 * restarted during a roll. It must not touch the newer version's tables and privileges.
 */
async function isOfNewerVersion({ db, pool }: Database, log: Logger): Promise<boolean> {
  const state = await readSchemaState(db);
  assertUsable(state);
  if (state.unknown.length === 0) return false;
  if (!(await areJobsInstalled(pool)))
    throw new SchemaVersionError("A newer version of Spotter has updated the job tables. Start the newer one");
  log.warn({ migrations: state.unknown }, "the database has the schema of a newer version");
  return true;
}

/**
 * Updates the schema, pg-boss's tables and the privileges of the app's role. Closes the owner's connections.
 * @param app the app's connections
 * @param owner the owner's connection; undefined if the app uses a single role, or the database is prepared already
 * @throws ConfigError if PostgreSQL is too old, or the owner's connection leads to another database, or may not change the
 * schema
 * @throws SchemaVersionError if the database is that of a newer version, which this one cannot use
 */
export async function prepareDatabase(app: Database, owner: pg.PoolConfig | undefined, log: Logger): Promise<void> {
  await assertSupported(app);
  if (!owner && ((await isOfNewerVersion(app, log)) || (await isPrepared(app)))) return;
  const database = openOwner(owner ?? app.direct, log);
  try {
    const [appIdentity, ownerIdentity] = await Promise.all([findIdentity(app.pool), findIdentity(database.pool)]);
    if (appIdentity.place !== ownerIdentity.place)
      throw new ConfigError("DATABASE_OWNER_URL must lead to the same database as DATABASE_URL");
    if (await isOfNewerVersion(database, log)) return;
    await updateSchema(database, log);
    if (appIdentity.role === ownerIdentity.role) return;
    const client = await database.pool.connect();
    await grantPrivileges(client, appIdentity.role).finally(() => client.release());
  } finally {
    await database.close();
  }
}

/** Production only. The database must be prepared. @throws ConfigError if the role is a superuser */
export async function checkRole(app: Database, log: Logger): Promise<void> {
  const { isUnlimited, mayRewrite } = await findExcessPrivileges(app.pool);
  if (isUnlimited)
    throw new ConfigError(
      "DATABASE_URL must name a role that is not a superuser and may not run programs: docs/operating/postgresql.md has the SQL for one",
    );
  if (mayRewrite)
    log.warn(
      "the role of DATABASE_URL can change the ledger and the audit log: docs/operating/postgresql.md has the SQL for two roles",
    );
}
