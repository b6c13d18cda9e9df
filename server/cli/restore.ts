import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { createContext } from "#server/context.ts";
import { type ReplaySummary, replayStatusLog } from "#server/domains/member-data/restore/status-replay.service.ts";
import type { StatusChange } from "#server/domains/members/status-events/status-log.service.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { CommandError } from "#server/errors.ts";
import { JOBS } from "#server/jobs.ts";
import { createQuietLogger } from "#server/logger.ts";
import type { PhotoStore } from "#server/platform/adapters/photo-store.ts";
import { openPhotoStore, openS3PhotoStore } from "#server/platform/adapters/photo-stores.ts";
import { assertEmptyFolder, moveIntoPlace } from "#server/platform/db/backup.ts";
import { passThrough, type StreamTransform } from "#server/platform/db/backup-encryption.ts";
import type { Manifest } from "#server/platform/db/backup-format.ts";
import { openCopyConnection } from "#server/platform/db/backup-tables.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { migrateTo } from "#server/platform/db/migrate.ts";
import { openOwner, prepareDatabase } from "#server/platform/db/prepare.ts";
import {
  assertNoPhotos,
  type BackupSource,
  clearDatabase,
  clearPhotos,
  findMissingPhotos,
  isEmpty,
  loadPhotos,
  loadTables,
  readPendingJobs,
  tryLockRestore,
  verifyBackup,
} from "#server/platform/db/restore.ts";
import { openJobQueue, type WaitingJob } from "#server/platform/jobs/job-queue.ts";

interface Target {
  readonly connection: pg.PoolConfig;
  /** The owner role that creates the tables; undefined if the app's role does. */
  readonly owner: pg.PoolConfig | undefined;
}

export interface RestoreResult {
  readonly replayed: ReplaySummary;
  /** Images that a backup without images refers to and the bucket does not have. */
  readonly missingPhotos: number;
}

interface LoadOptions extends BackupSource {
  readonly waiting: readonly WaitingJob[];
  readonly since: readonly StatusChange[];
}

/** Creates the schema of the backup's version and loads its rows. */
async function fillTables(owner: pg.PoolConfig, source: BackupSource, log: Logger): Promise<void> {
  const database = openOwner(owner, log);
  try {
    await migrateTo(database.db, source.manifest.migrations);
    await loadTables(owner, source);
  } finally {
    await database.close();
  }
}

/** @returns how many images are missing in the bucket, if the backup has none */
async function fillPhotos(connection: pg.PoolConfig, photos: PhotoStore, load: LoadOptions): Promise<number> {
  if (load.manifest.withoutPhotos) return (await findMissingPhotos(connection, photos)).length;
  await loadPhotos(connection, photos, load);
  return 0;
}

async function fill(
  { connection, owner }: Target,
  config: Config,
  load: LoadOptions,
  by: OperatorAction,
): Promise<RestoreResult> {
  const log = createQuietLogger();
  await fillTables(owner ?? connection, load, log);
  const database = openDatabase(connection, (error) => log.error({ err: error }, "database connection lost"));
  try {
    await prepareDatabase(database, owner, log);
    const photos = await openPhotoStore(config, log);
    const missingPhotos = await fillPhotos(connection, photos, load);
    load.signal?.throwIfAborted();
    const jobs = await openJobQueue(connection, JOBS, log);
    try {
      // A random key in memory, because none must be created in the folder: the operator copies the original `hash.key`
      // there.
      const ctx = await createContext({ ...config, hashKey: config.hashKey ?? randomBytes(32) }, log, database, jobs, {
        photos,
      });
      await ctx.transact(async (tx) => {
        await jobs.adopt(tx, load.waiting);
        await recordAction(tx, by, { action: "restore", details: { madeAt: load.manifest.madeAt } });
      });
      return { replayed: await replayStatusLog(ctx, by, load.since), missingPhotos };
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

/** Creates the data folder under a temporary name and renames it when it is complete. */
async function restoreToFolder(config: Config, load: LoadOptions, by: OperatorAction): Promise<RestoreResult> {
  const { dataDir } = config;
  assertEmptyFolder(dataDir);
  const draft = `${dataDir}.restoring-${process.pid}`;
  try {
    const embedded = await startEmbedded({ dataDir: draft });
    const result = await fill(embedded, { ...config, dataDir: draft }, load, by).finally(embedded.stop);
    await moveIntoPlace(draft, dataDir);
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Restores to an external database, which is cleared if that fails. */
async function restoreToDatabase(
  target: Target,
  config: Config,
  load: LoadOptions,
  by: OperatorAction,
): Promise<RestoreResult> {
  const photosFolder = join(config.dataDir, "photos");
  assertEmptyFolder(photosFolder);
  const client = await openCopyConnection(target.owner ?? target.connection);
  try {
    if (!(await tryLockRestore(client)))
      throw new CommandError("Another restore is running on the database of DATABASE_URL.");
    if (!(await isEmpty(client))) throw new CommandError("The database of DATABASE_URL is not empty.");
    try {
      return await fill(target, config, load, by);
    } catch (error) {
      await rm(photosFolder, { recursive: true, force: true });
      await clearDatabase(client);
      throw error;
    }
  } finally {
    await client.end();
  }
}

export interface RestoreOptions {
  readonly decrypt?: StreamTransform | undefined;
  /** Public keys that may have signed the backup; undefined skips the check. */
  readonly trusted?: readonly string[] | undefined;
  readonly readChanges?: ((madeAt: Date) => Promise<readonly StatusChange[]>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a restore whose images go to a bucket, if they do, and deletes them from there if it fails.
 * @throws CommandError if the bucket is not empty
 */
async function withBucket<T>({ s3 }: Config, load: LoadOptions, work: () => Promise<T>): Promise<T> {
  if (load.manifest.withoutPhotos) {
    if (!s3)
      throw new CommandError("The backup has no images. Set S3_ENDPOINT and the others to the bucket that has them.");
    return work();
  }
  if (!s3) return work();
  const bucket = await openS3PhotoStore(s3, createQuietLogger());
  await assertNoPhotos(bucket);
  return work().catch(async (error: unknown) => {
    // If it cannot be cleared, the next restore refuses it.
    await clearPhotos(bucket, load).catch(() => undefined);
    throw error;
  });
}

/**
 * Restores a backup to an empty data folder, or to an empty database and store of images, all or nothing. Then repeats
 * what happened after the backup, as far as the status log has it.
 * @throws Error with a message for the operator
 */
export async function restore(
  config: Config,
  by: OperatorAction,
  from: string,
  { decrypt, trusted, readChanges, signal }: RestoreOptions = {},
): Promise<RestoreResult & { readonly manifest: Manifest }> {
  const { databaseOwnerUrl } = config;
  // COPY and the lock of a restore need a session of their own.
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const folder = resolve(from);
  if (!existsSync(folder)) throw new CommandError(`Folder ${folder} does not exist.`);
  const manifest = await verifyBackup(folder, signal, trusted);
  if (manifest.encrypted && !decrypt)
    throw new CommandError("The backup is encrypted. Specify the file of its private key with `--identity`.");
  const source = { folder, manifest, decrypt: manifest.encrypted && decrypt ? decrypt : passThrough, signal };
  const waiting = (await readPendingJobs(source)) as WaitingJob[];
  const load = { ...source, waiting, since: (await readChanges?.(new Date(manifest.madeAt))) ?? [] };
  const owner = databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl };
  const result = await withBucket(config, load, () =>
    databaseUrl
      ? restoreToDatabase({ connection: { connectionString: databaseUrl }, owner }, config, load, by)
      : restoreToFolder(config, load, by),
  );
  return { manifest, ...result };
}
