import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { folderPhotoStore } from "#server/adapters/photo-store.ts";
import type { Config } from "#server/config.ts";
import { createContext } from "#server/context.ts";
import { assertFree, settle } from "#server/db/backup.ts";
import { asItIs, type Stage } from "#server/db/backup-encryption.ts";
import type { Manifest } from "#server/db/backup-format.ts";
import { openCopying } from "#server/db/backup-tables.ts";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrateTo } from "#server/db/migrate.ts";
import { openOwner, prepareDatabase } from "#server/db/prepare.ts";
import {
  emptyAgain,
  isEmpty,
  loadPhotos,
  loadTables,
  readWaiting,
  type Source,
  takeFillingTurn,
  verifyBackup,
} from "#server/db/restore.ts";
import { openJobs, type WaitingJob } from "#server/jobs/job-queue.ts";
import { makeQuietLog } from "#server/logger.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { changesSince, type StandingChange } from "#server/modules/admin/standing-record.service.ts";
import { type Replayed, replayStanding } from "#server/modules/admin/standing-replay.service.ts";

/** How the app connects, and how the owner does, who makes the tables; undefined where that is the app's role itself. */
interface Target {
  readonly connection: pg.PoolConfig;
  readonly owner: pg.PoolConfig | undefined;
}

/** What is put back: a backup, and what has become of members since. */
interface Load extends Source {
  readonly waiting: readonly WaitingJob[];
  readonly since: readonly StandingChange[];
}

/** Makes the tables of a backup's version, and puts its rows in, as their owner. */
async function fillTables(owner: pg.PoolConfig, source: Source, log: Logger): Promise<void> {
  const database = openOwner(owner, log);
  try {
    await migrateTo(database.db, source.manifest.migrations);
    await loadTables(owner, source);
  } finally {
    await database.close();
  }
}

/** Fills a database and a folder of pictures, both empty, from a backup; then brings the schema up to date. */
async function fill({ connection, owner }: Target, config: Config, load: Load, by: Act): Promise<Replayed> {
  const log = makeQuietLog();
  await fillTables(owner ?? connection, load, log);
  const database = openDatabase(connection, (error) => log.error({ err: error }, "a database connection broke"));
  try {
    await prepareDatabase(database, owner, log);
    await loadPhotos(connection, folderPhotoStore(join(config.dataDir, "photos")), load);
    load.signal?.throwIfAborted();
    const jobs = await openJobs(connection, log);
    try {
      // The key of hashes is put into the folder by whoever keeps it; none is made here in its place.
      const ctx = await createContext({ ...config, hashKey: config.hashKey ?? randomBytes(32) }, log, database, jobs);
      await ctx.transact(async (tx) => {
        await jobs.adopt(tx, load.waiting);
        await note(tx, by, { act: "restore", details: { madeAt: load.manifest.madeAt } });
      });
      return await replayStanding(ctx, by, load.since);
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

/** Makes the data folder beside its place, and gives it its name once all is in. */
async function intoFolder(config: Config, load: Load, by: Act): Promise<Replayed> {
  const { dataDir } = config;
  assertFree(dataDir);
  const draft = `${dataDir}.restoring-${process.pid}`;
  try {
    const embedded = await startEmbedded({ dataDir: draft });
    const replayed = await fill(embedded, { ...config, dataDir: draft }, load, by).finally(embedded.stop);
    await settle(draft, dataDir);
    return replayed;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Fills a database of one's own; where that fails, it is empty again. */
async function intoDatabase(target: Target, config: Config, load: Load, by: Act): Promise<Replayed> {
  const photosFolder = join(config.dataDir, "photos");
  assertFree(photosFolder);
  const client = await openCopying(target.owner ?? target.connection);
  try {
    if (!(await takeFillingTurn(client))) throw new Refusal("Another restore fills the database of DATABASE_URL");
    if (!(await isEmpty(client))) throw new Refusal("The database of DATABASE_URL is not empty");
    try {
      return await fill(target, config, load, by);
    } catch (error) {
      await rm(photosFolder, { recursive: true, force: true });
      await emptyAgain(client);
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** What there is beside a backup's folder. */
export interface RestoreOptions {
  /** The private keys of an encrypted backup, as a stage that opens it. */
  readonly unseal?: Stage | undefined;
  /** Public keys, one of which has to have signed it; undefined where nobody asks. */
  readonly trusted?: readonly string[] | undefined;
  /** What has become of members since. */
  readonly changes?: readonly StandingChange[];
  /** Ends it before it is done. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Puts a backup into a data folder, or a database and a folder for pictures, that is empty: all of it or none. Then accounts
 * that were deleted since are deleted again, and suspensions are as they were.
 * @throws Error saying what is wrong
 */
export async function restore(
  config: Config,
  by: Act,
  from: string,
  { unseal, trusted, changes = [], signal }: RestoreOptions = {},
): Promise<{ manifest: Manifest; replayed: Replayed }> {
  const { databaseUrl, databaseOwnerUrl } = config;
  const folder = resolve(from);
  if (!existsSync(folder)) throw new Refusal(`There is no folder ${folder}`);
  const manifest = await verifyBackup(folder, signal, trusted);
  if (manifest.encrypted && !unseal) throw new Refusal("The backup is encrypted: --identity names the file of its key");
  const source = { folder, manifest, unseal: manifest.encrypted && unseal ? unseal : asItIs, signal };
  const waiting = (await readWaiting(source)) as WaitingJob[];
  const load = { ...source, waiting, since: changesSince(changes, new Date(manifest.madeAt)) };
  const owner = databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl };
  const replayed = databaseUrl
    ? await intoDatabase({ connection: { connectionString: databaseUrl }, owner }, config, load, by)
    : await intoFolder(config, load, by);
  return { manifest, replayed };
}
