import type pg from "pg";
import type { Logger } from "pino";
import type { FileCommand } from "#server/cli/command.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { CommandError } from "#server/errors.ts";
import { createQuietLogger } from "#server/logger.ts";
import { createTransact, type Database } from "#server/platform/db/client.ts";
import { openAppDatabase } from "#server/platform/db/connections.ts";
import { readSchemaState } from "#server/platform/db/migrate.ts";
import { checkPooler } from "#server/platform/db/pooler.ts";
import { openOwner, prepareDatabase } from "#server/platform/db/prepare.ts";

/**
 * The migrations that are to be applied. The app's role may not read which are while the first ones are being applied,
 * nor after they were interrupted.
 */
async function findPending(app: Database, owner: pg.PoolConfig | undefined, log: Logger): Promise<readonly string[]> {
  if (!owner) return (await readSchemaState(app.db)).pending;
  const database = openOwner(owner, log);
  return readSchemaState(database.db)
    .then(({ pending }) => pending)
    .finally(() => database.close());
}

const migrateCommand: FileCommand = {
  name: "database migrate",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "update the schema and the privileges, as a start does; the app may be running",
  async runStandalone(config, by) {
    const { databaseUrl, databaseDirectUrl = databaseUrl, databaseOwnerUrl } = config;
    if (databaseUrl === undefined)
      throw new CommandError("DATABASE_URL is not set. The start migrates the embedded database.");
    const log = createQuietLogger();
    const onError = (error: unknown) => log.error({ err: error }, "database connection lost");
    // A pooler need not run yet.
    const direct = { ...config, databaseUrl: databaseDirectUrl, databaseDirectUrl: undefined };
    const database = openAppDatabase(direct, undefined, log);
    const owner = databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl };
    try {
      await checkPooler(database, owner, log);
      const pending = await findPending(database, owner, log);
      await prepareDatabase(database, owner, log);
      const { transact } = createTransact(database.db, () => undefined, onError);
      if (pending.length > 0)
        await transact((tx) =>
          recordAction(tx, by, { action: "migrate database", details: { migrations: pending.join(" ") } }),
        );
      const lines = pending.length > 0 ? pending.map((name) => `Applied ${name}`) : ["The schema is up to date."];
      return { lines, data: { applied: pending } };
    } finally {
      await database.close();
    }
  },
};

export const databaseCommands = [migrateCommand] as const;
