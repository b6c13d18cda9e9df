import { createWriteStream, existsSync, readdirSync } from "node:fs";
import { mkdir, open, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { isRequired, PHOTO_FILES, type PhotoStore } from "#server/platform/adapters/photo-store.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { createEncryptor, passThrough, type StreamTransform } from "#server/platform/db/backup-encryption.ts";
import {
  type Checksum,
  createChecksum,
  createManifest,
  JOBS_PART,
  type Manifest,
  type Part,
  partFile,
  photoFile,
  sha256,
  tablePart,
  writeManifest,
} from "#server/platform/db/backup-format.ts";
import type { Signer } from "#server/platform/db/backup-signature.ts";
import {
  copyOut,
  EXCLUDED_TABLES,
  findImageKeys,
  findMigrations,
  findTables,
  openCopyConnection,
} from "#server/platform/db/backup-tables.ts";

const LOCK_TIMEOUT_MS = 30_000;
const CONCURRENCY = 8;

/** @throws Error if the folder exists and is not empty */
export function assertEmptyFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
}

/** Syncs the parent, so that the rename survives a crash. An existing target must be empty. */
export async function moveIntoPlace(draft: string, folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(draft, folder);
  const parent = await open(dirname(folder), "r");
  await parent.sync().finally(() => parent.close());
}

/**
 * Runs `work` for each item with limited concurrency. @throws the first failure, after all running work has finished
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const iterator = items.values();
  const worker = async () => {
    for (const item of iterator) {
      signal?.throwIfAborted();
      await work(item);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

const createFile = (path: string) => createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });

interface WriteOptions extends Pick<BackupOptions, "signer" | "signal" | "withoutPhotos"> {
  readonly encrypted: boolean;
  readonly encrypt: StreamTransform;
}

/**
 * Serializes pending jobs except scheduled ones. Keeps their ids, so that duplicates can be detected after a restore.
 */
async function serializePendingJobs(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select id, name, data, start_after as "startAfter" from jobs.job
    where state in ('created', 'retry', 'active')
      and name not in (select name from jobs.schedule) and name not like '\\_\\_pgboss%'
    order by id`);
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Writes one part of a backup. @returns the checksums of its content, and of the stored file if that differs */
async function writePart(content: Readable, seal: StreamTransform, path: string): Promise<Part> {
  const [contentChecksum, storedChecksum] = [createChecksum(), createChecksum()];
  await pipeline(content, contentChecksum.through, seal, storedChecksum.through, createFile(path));
  const [sum, { sha256: stored }] = [contentChecksum.result(), storedChecksum.result()];
  return stored === sum.sha256 ? sum : { ...sum, stored };
}

async function writeTables(client: pg.Client, draft: string, options: WriteOptions): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"] = {};
  await mkdir(join(draft, "tables"), { mode: 0o700 });
  for (const table of await findTables(client)) {
    if (EXCLUDED_TABLES.has(table.name)) continue;
    const path = join(draft, partFile(tablePart(table.name), options));
    tables[table.name] = {
      ...(await writePart(copyOut(client, table), options.encrypt, path)),
      columns: [...table.columns],
    };
  }
  return tables;
}

async function writePhotos(
  photos: PhotoStore,
  keys: readonly string[],
  draft: string,
  options: WriteOptions,
): Promise<Checksum> {
  const lines: string[] = [];
  const write = async (key: string) => {
    for (const file of PHOTO_FILES) {
      const stored = await photos.read(key, file);
      if (!stored && isRequired(file)) throw new Error(`An image file is missing: ${key}-${file}`);
      if (!stored) continue;
      const name = partFile(photoFile(key, file), options);
      await mkdir(dirname(join(draft, name)), { recursive: true, mode: 0o700 });
      const { through, result } = createChecksum();
      await pipeline(stored.stream, options.encrypt, through, createFile(join(draft, name)));
      lines.push(`${result().sha256}  ${name}\n`);
    }
  };
  await forEachConcurrently(keys, write, options.signal);
  const text = lines.sort().join("");
  await writeFile(join(draft, "photos.sha256"), text, { mode: 0o600, flush: true });
  return { rows: lines.length, sha256: sha256(text) };
}

async function writeAll(
  client: pg.Client,
  photos: PhotoStore,
  draft: string,
  options: WriteOptions,
): Promise<Manifest> {
  // The lock prevents the deletion of image files between the snapshot and the last copied file.
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.photoFiles]).catch(() => {
    throw new Error("Another backup or `photos migrate --delete-source` is in progress");
  });
  await client.query("begin isolation level repeatable read read only");
  const { rows } = await client.query<{ now: Date }>("select now()");
  const migrations = await findMigrations(client);
  const tables = await writeTables(client, draft, options);
  const pendingJobs = await serializePendingJobs(client);
  const keys = options.withoutPhotos ? [] : await findImageKeys(client);
  await client.query("commit");
  const manifest = createManifest({
    madeAt: (rows[0]?.now ?? new Date()).toISOString(),
    encrypted: options.encrypted,
    migrations,
    tables,
    jobs: await writePart(
      Readable.from([Buffer.from(pendingJobs)]),
      options.encrypt,
      join(draft, partFile(JOBS_PART, options)),
    ),
    photos: await writePhotos(photos, keys, draft, options),
    withoutPhotos: options.withoutPhotos ?? false,
  });
  await client.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.photoFiles]);
  await writeManifest(draft, manifest, options.signer);
  return manifest;
}

export interface BackupOptions {
  /** age recipients (`age1…`). Without any, the backup is not encrypted. */
  readonly recipients?: readonly string[];
  readonly signer?: Signer | undefined;
  /** Leaves out the images, which the operator keeps by other means. */
  readonly withoutPhotos?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a snapshot of all data to a folder while the app is running. The folder appears complete or not at all. Only
 * its owner can read it, because it contains the keys of signed URLs.
 * @param target an empty or new folder
 * @throws Error with the reason
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  photos: PhotoStore,
  target: string,
  { recipients = [], ...given }: BackupOptions = {},
): Promise<Manifest> {
  const encrypted = recipients.length > 0;
  const options = { ...given, encrypted, encrypt: encrypted ? await createEncryptor(recipients) : passThrough };
  const { signal } = given;
  const folder = resolve(target);
  assertEmptyFolder(folder);
  const draft = `${folder}.part-${process.pid}`;
  const client = await openCopyConnection(connection, signal);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await writeAll(client, photos, draft, options);
    await moveIntoPlace(draft, folder);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}
