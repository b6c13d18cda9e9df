import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { type Database, openDatabase, timeoutOptions } from "#server/db/client.ts";

/**
 * Opens the pool of the app or of a command. It connects on first use.
 * @param embedded the connection of an embedded database; undefined for that of `DATABASE_URL`
 */
export function openAppDatabase(config: Config, embedded: pg.PoolConfig | undefined, log: Logger): Database {
  const { databaseUrl, databaseDirectUrl, preparedStatements } = config;
  const direct =
    embedded || databaseDirectUrl === undefined
      ? undefined
      : // The timeouts of requests are the role's (`pooler.ts`), and jobs and backups take longer.
        { connectionString: databaseDirectUrl, options: timeoutOptions(false) };
  return openDatabase(
    embedded ?? { connectionString: databaseUrl },
    (error) => log.error({ err: error }, "database connection lost"),
    { direct, preparedStatements },
  );
}
