import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { type Database, type Db, openDatabase, timeoutOptions } from "#server/platform/db/client.ts";
import { createReplica, type Replica } from "#server/platform/db/replica.ts";

/**
 * Opens the pool of the app or of a command. It connects on first use.
 * @param embedded the connection of an embedded database; undefined for that of `DATABASE_URL`
 */
export function openAppDatabase(config: Config, embedded: pg.PoolConfig | undefined, log: Logger): Database {
  const { databaseUrl, databaseDirectUrl, databasePool: max, preparedStatements } = config;
  const direct =
    embedded || databaseDirectUrl === undefined
      ? undefined
      : // The timeouts of requests are the role's (`pooler.ts`), and jobs and backups take longer.
        { connectionString: databaseDirectUrl, options: timeoutOptions(false) };
  return openDatabase(
    { max, ...(embedded ?? { connectionString: databaseUrl }) },
    (error) => log.error({ err: error }, "database connection lost"),
    { direct, preparedStatements },
  );
}

/**
 * Opens the replica for reads that may lag. It need not be there: the primary answers meanwhile.
 * @returns undefined if there is none
 */
export function openReplica(config: Config, primary: Db, log: Logger): Replica | undefined {
  const { databaseReplicaUrl, databaseDirectUrl, databasePool: max, preparedStatements } = config;
  if (databaseReplicaUrl === undefined) return undefined;
  const connection = { connectionString: databaseReplicaUrl, max };
  // With a pooler the timeouts are the role's, which the replica has, too.
  const direct = databaseDirectUrl === undefined ? undefined : connection;
  return createReplica(
    primary,
    (onLost) => openDatabase(connection, onLost, { direct, preparedStatements, isReplica: true }),
    log,
  );
}
