import type pg from "pg";
import type { Logger } from "pino";
import { abortOnSignal } from "#server/cli/backup-commands.ts";
import type { DataCommand, FileCommand } from "#server/cli/command.ts";
import type { Config } from "#server/config.ts";
import { createTransact, type Database } from "#server/db/client.ts";
import { openAppDatabase } from "#server/db/connections.ts";
import { attachToEmbedded } from "#server/db/embedded-attach.ts";
import { cancelPartitioning, partitionMessages } from "#server/db/message-partitions/convert-online.ts";
import { readSchemaState } from "#server/db/migrate.ts";
import { checkPooler } from "#server/db/pooler.ts";
import { openOwner, prepareDatabase } from "#server/db/prepare.ts";
import { CommandError } from "#server/errors.ts";
import { createQuietLogger } from "#server/logger.ts";
import { recordAction, recordActionNow } from "#server/modules/audit/audit.service.ts";

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

/** Calls `use` with the owner's connection to the database of the settings. */
async function asOwner<T>(
  { databaseUrl, databaseDirectUrl, databaseOwnerUrl, dataDir }: Config,
  use: (owner: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  const url = databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl;
  if (url !== undefined) return use({ connectionString: url });
  const embedded = await attachToEmbedded(dataDir);
  return use(embedded.owner).finally(embedded.stop);
}

const partitionCommand: DataCommand = {
  name: "database partition-messages",
  args: [],
  options: { cancel: { type: "boolean" } },
  needsReason: false,
  usage: "[--cancel]",
  description: "divide the table of messages into partitions, or go on with that; the app may be running",
  async run(ctx, by, { has, report }) {
    if (has("cancel")) {
      await asOwner(ctx.config, (owner) => cancelPartitioning(owner, { report }));
      await recordActionNow(ctx, by, { action: "cancel partitioning" });
      return { lines: ["Cancelled. Messages are in one table as before."], data: { outcome: "cancelled" } };
    }
    const conversion = await abortOnSignal((signal) =>
      asOwner(ctx.config, (owner) => partitionMessages(owner, { report, signal })),
    );
    const { outcome, rows } = conversion;
    if (outcome === "unchanged") return { lines: ["Messages are partitioned already."], data: conversion };
    await recordActionNow(ctx, by, { action: "partition messages", details: { rows: String(rows) } });
    return { lines: [`Partitioned about ${rows} messages.`], data: conversion };
  },
};

export const databaseCommands = [migrateCommand, partitionCommand] as const;
