import type { FileCommand } from "#server/cli/command.ts";
import { createTransact, openDatabase } from "#server/db/client.ts";
import { readSchemaState } from "#server/db/migrate.ts";
import { prepareDatabase } from "#server/db/prepare.ts";
import { CommandError } from "#server/errors.ts";
import { createQuietLogger } from "#server/logger.ts";
import { recordAction } from "#server/modules/audit/audit.service.ts";

const migrateCommand: FileCommand = {
  name: "database migrate",
  args: [],
  options: {},
  needsReason: false,
  usage: "",
  description: "update the schema and the privileges, as a start does; the app may be running",
  async runStandalone({ databaseUrl, databaseDirectUrl = databaseUrl, databaseOwnerUrl }, by) {
    if (databaseDirectUrl === undefined)
      throw new CommandError("DATABASE_URL is not set. The start migrates the embedded database.");
    const log = createQuietLogger();
    const onError = (error: unknown) => log.error({ err: error }, "database connection lost");
    const database = openDatabase({ connectionString: databaseDirectUrl }, onError);
    const owner = databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl };
    try {
      const { pending } = await readSchemaState(database.db);
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
