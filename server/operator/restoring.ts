import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import { folderPhotoStore } from "#server/adapters/photo-store.ts";
import type { Config } from "#server/config.ts";
import { assertFree, settle } from "#server/db/backup.ts";
import type { Manifest } from "#server/db/backup-format.ts";
import { openCopying } from "#server/db/backup-tables.ts";
import { makeTransact, openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate, migrateTo } from "#server/db/migrate.ts";
import {
  emptyAgain,
  isEmpty,
  loadPhotos,
  loadTables,
  readWaiting,
  takeFillingTurn,
  verifyBackup,
} from "#server/db/restore.ts";
import { openJobs, type WaitingJob } from "#server/jobs.ts";
import { makeQuietLog } from "#server/log.ts";
import { type Act, note } from "#server/modules/operator/audit.service.ts";
import { Refusal } from "#server/modules/operator/refusal.ts";

interface Source {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Ends it before it is done. */
  readonly signal: AbortSignal | undefined;
}

/** Fills a database and a folder of pictures, both empty, from a backup; then brings the schema up to date. */
async function fill(connection: pg.ClientConfig, photosFolder: string, source: Source, by: Act): Promise<void> {
  const { folder, manifest, signal } = source;
  const log = makeQuietLog();
  const database = openDatabase(connection, (error) => log.error({ err: error }, "a database connection broke"));
  try {
    await migrateTo(database.db, manifest.migrations);
    await loadTables(connection, folder, manifest, signal);
    await loadPhotos(connection, folderPhotoStore(photosFolder), folder, signal);
    signal?.throwIfAborted();
    await migrate(database.db);
    const jobs = await openJobs(connection, log);
    const waiting = (await readWaiting(folder)) as WaitingJob[];
    const transact = makeTransact(
      database.db,
      () => undefined,
      () => undefined,
    );
    await transact(async (tx) => {
      await jobs.adopt(tx, waiting);
      await note(tx, by, { act: "restore", details: { madeAt: manifest.madeAt } });
    }).finally(() => jobs.stop());
  } finally {
    await database.close();
  }
}

/** Makes the data folder beside its place, and gives it its name once all is in. */
async function intoFolder(dataDir: string, source: Source, by: Act): Promise<void> {
  assertFree(dataDir);
  const draft = `${dataDir}.restoring-${process.pid}`;
  try {
    const embedded = await startEmbedded({ dataDir: draft });
    await fill(embedded.connection, join(draft, "photos"), source, by).finally(embedded.stop);
    await settle(draft, dataDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Fills a database of one's own; where that fails, it is empty again. */
async function intoDatabase(connectionString: string, dataDir: string, source: Source, by: Act): Promise<void> {
  const photosFolder = join(dataDir, "photos");
  assertFree(photosFolder);
  const client = await openCopying({ connectionString });
  try {
    if (!(await takeFillingTurn(client))) throw new Refusal("Another restore fills the database of DATABASE_URL");
    if (!(await isEmpty(client))) throw new Refusal("The database of DATABASE_URL is not empty");
    try {
      await fill({ connectionString }, photosFolder, source, by);
    } catch (error) {
      await rm(photosFolder, { recursive: true, force: true });
      await emptyAgain(client);
      throw error;
    }
  } finally {
    await client.end();
  }
}

/**
 * Puts a backup into a data folder, or a database and a folder for pictures, that is empty: all of it or none.
 * @param signal ends it before it is done
 * @throws Error saying what is wrong
 */
export async function restore(
  { dataDir, databaseUrl }: Config,
  by: Act,
  from: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  const folder = resolve(from);
  if (!existsSync(folder)) throw new Refusal(`There is no folder ${folder}`);
  const source = { folder, manifest: await verifyBackup(folder, signal), signal };
  if (databaseUrl) await intoDatabase(databaseUrl, dataDir, source, by);
  else await intoFolder(dataDir, source, by);
  return source.manifest;
}
