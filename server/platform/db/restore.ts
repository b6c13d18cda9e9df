import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import {
  isComplete,
  isRequired,
  type PartialPhotoFiles,
  PHOTO_FILES,
  type PhotoStore,
  readPhotoFiles,
} from "#server/platform/adapters/photo-store.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { forEachConcurrently } from "#server/platform/db/backup.ts";
import type { StreamTransform } from "#server/platform/db/backup-encryption.ts";
import {
  type Checksum,
  checksumFile,
  JOBS_PART,
  type Manifest,
  type Part,
  partFile,
  photoFile,
  readManifest,
  readPhotoChecksums,
  sha256,
  tablePart,
} from "#server/platform/db/backup-format.ts";
import {
  checksumTable,
  copyIn,
  EXCLUDED_TABLES,
  findImageKeys,
  findTables,
  openCopyConnection,
  sortByReferences,
} from "#server/platform/db/backup-tables.ts";

export interface BackupSource {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly decrypt: StreamTransform;
  readonly signal?: AbortSignal | undefined;
}

type ImageChecksums = readonly [key: string, sums: PartialPhotoFiles<string>];

const isEqual = (one: Checksum | undefined, other: Checksum): boolean =>
  one?.rows === other.rows && one.sha256 === other.sha256;

const storedChecksum = ({ sha256: content, stored }: Part): string => stored ?? content;

/**
 * Verifies every byte of a backup as stored. Requires no private key.
 * @param signal aborts it
 * @param trusted public keys, one of which must have signed the backup; undefined skips the check
 * @returns the manifest
 * @throws Error with the first damaged file
 */
export async function verifyBackup(
  folder: string,
  signal?: AbortSignal,
  trusted?: readonly string[],
): Promise<Manifest> {
  const manifest = await readManifest(folder, trusted);
  const files = [
    ...Object.entries(manifest.tables).map(([name, part]) => [
      partFile(tablePart(name), manifest),
      storedChecksum(part),
    ]),
    [partFile(JOBS_PART, manifest), storedChecksum(manifest.jobs)],
    ["photos.sha256", manifest.photos.sha256],
  ] as const;
  for (const [name = "", sum] of files) {
    signal?.throwIfAborted();
    const found = await checksumFile(join(folder, name)).catch(() => undefined);
    if (found?.sha256 !== sum) throw new Error(`The backup is damaged: ${name}`);
  }
  const sums = await readPhotoChecksums(folder);
  const verifyImage = async ([key, checksums]: ImageChecksums) => {
    if (!isComplete(checksums)) throw new Error("The backup is damaged: photos.sha256");
    for (const file of PHOTO_FILES) {
      const sum = checksums[file];
      if (sum === undefined) continue;
      const name = partFile(photoFile(key, file), manifest);
      const found = await checksumFile(join(folder, name)).catch(() => undefined);
      if (found?.sha256 !== sum) throw new Error(`The backup is damaged: ${name}`);
    }
  };
  await forEachConcurrently([...sums], verifyImage, signal);
  return manifest;
}

const fileOf = ({ folder, manifest }: BackupSource, name: string): string => join(folder, partFile(name, manifest));

const readPart = (source: BackupSource, name: string): Readable =>
  Readable.from(source.decrypt(createReadStream(fileOf(source, name))), { objectMode: false });

/** Reads a small file of a backup. @throws Error if it has changed since the verification */
async function readVerified(source: BackupSource, name: string, stored: string): Promise<Buffer> {
  const bytes = await readFile(fileOf(source, name));
  if (sha256(bytes) !== stored) throw new Error(`The backup is damaged: ${partFile(name, source.manifest)}`);
  return buffer(source.decrypt(Readable.from([bytes])));
}

/**
 * Inserts the rows of a table with all triggers enabled. A wallet starts empty: the trigger of the ledger entries,
 * which are inserted later, updates its balance as it did originally.
 */
async function insertRows(
  client: pg.Client,
  source: BackupSource,
  name: string,
  columns: readonly string[],
): Promise<void> {
  const rows = readPart(source, tablePart(name));
  if (name !== "wallets") return pipeline(rows, copyIn(client, name, columns));
  await client.query("create temp table filled_wallets (like wallets) on commit drop");
  await pipeline(rows, copyIn(client, "filled_wallets", columns));
  const kept = columns
    .filter((column) => column !== "balance")
    .map((column) => pg.escapeIdentifier(column))
    .join(", ");
  await client.query(`insert into wallets (${kept}) select ${kept} from filled_wallets`);
}

/**
 * Loads the rows of a backup into an empty database with its schema in one transaction, and verifies each table.
 * @throws Error with the first table that differs
 */
export async function loadTables(connection: pg.ClientConfig, source: BackupSource): Promise<void> {
  const client = await openCopyConnection(connection, source.signal);
  // A table may have been excluded after the backup was made.
  const all = Object.entries(source.manifest.tables).filter(([name]) => !EXCLUDED_TABLES.has(name));
  const expected = new Map(all);
  try {
    await client.query("begin");
    const tables = sortByReferences(await findTables(client));
    const missing = all.find(([name]) => !tables.some((table) => table.name === name));
    if (missing) throw new Error(`The schema has no table ${missing[0]}`);
    for (const { name } of tables) {
      const kept = expected.get(name);
      if (kept) await insertRows(client, source, name, kept.columns);
    }
    // A trigger has logged the inserted rows in a table that is not backed up.
    for (const { name } of tables)
      if (EXCLUDED_TABLES.has(name)) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
    for (const table of tables) {
      const found = await checksumTable(client, table);
      const kept = expected.get(table.name);
      if (kept ? !isEqual(kept, found) : found.rows > 0)
        throw new Error(`Table ${table.name} differs from the backup: ${found.rows} of ${kept?.rows ?? 0} rows`);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/**
 * Copies the images of a backup to a photo store, verifies each copy, and checks that all referenced images exist.
 * @throws Error with the first image that is damaged or missing
 */
export async function loadPhotos(
  connection: pg.ClientConfig,
  photos: PhotoStore,
  source: BackupSource,
): Promise<number> {
  const sums = await readPhotoChecksums(source.folder);
  const load = async ([key, checksums]: ImageChecksums) => {
    const files: PartialPhotoFiles<Buffer> = {};
    for (const file of PHOTO_FILES) {
      const sum = checksums[file];
      if (sum !== undefined) files[file] = await readVerified(source, photoFile(key, file), sum);
    }
    if (!isComplete(files)) throw new Error("The backup is damaged: photos.sha256");
    await photos.put(key, files);
    const stored = await readPhotoFiles(photos, key);
    if (PHOTO_FILES.some((file) => sha256(stored?.[file] ?? "") !== sha256(files[file] ?? "")))
      throw new Error(`Image ${key} differs from the backup`);
  };
  await forEachConcurrently([...sums], load, source.signal);
  const client = await openCopyConnection(connection);
  const referencedKeys = await findImageKeys(client).finally(() => client.end());
  const missing = referencedKeys.find((key) => !sums.has(key));
  if (missing) throw new Error(`The backup does not contain image ${missing}`);
  return sums.size;
}

/** For a store that was empty before the restore. */
export async function clearPhotos(photos: PhotoStore, { folder }: BackupSource): Promise<void> {
  const sums = await readPhotoChecksums(folder);
  await forEachConcurrently([...sums.keys()], (key) => photos.delete(key));
}

/** @throws Error with what was found, if the store has an image */
export async function assertNoPhotos(photos: PhotoStore): Promise<void> {
  const digits = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
  await forEachConcurrently(digits, async (one) => {
    for await (const { key } of photos.list(one))
      throw new Error(`The bucket of S3_BUCKET is not empty: it has image ${key}`);
  });
}

/** The referenced images without a required file in a store. */
export async function findMissingPhotos(connection: pg.ClientConfig, photos: PhotoStore): Promise<string[]> {
  const client = await openCopyConnection(connection);
  const keys = await findImageKeys(client).finally(() => client.end());
  const missing: string[] = [];
  await forEachConcurrently(keys, async (key) => {
    const sizes = await Promise.all(PHOTO_FILES.filter(isRequired).map((file) => photos.find(key, file)));
    if (sizes.includes(undefined)) missing.push(key);
  });
  return missing;
}

/**
 * Reads the pending jobs, one per line. It is called first, because decryption shows whether the private key is right.
 */
export async function readPendingJobs(source: BackupSource): Promise<unknown[]> {
  const lines = (await readVerified(source, JOBS_PART, storedChecksum(source.manifest.jobs)))
    .toString("utf8")
    .split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as unknown);
}

export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (select from pg_class where relnamespace = 'public'::regnamespace)
      and not exists (select from pg_namespace where nspname = 'jobs') as empty`);
  return rows[0]?.empty === true;
}

/** Held until the connection ends. @returns false if another restore holds it */
export async function tryLockRestore(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    ADVISORY_LOCKS.restore,
  ]);
  return rows[0]?.got === true;
}

/** For a database that was empty before the restore. */
export async function clearDatabase(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ declare made text; begin
      for made in select format('drop table if exists public.%I cascade', tablename) from pg_tables where schemaname = 'public'
        loop execute made; end loop;
      for made in select format('drop function %s', p.oid::regprocedure) from pg_proc p
        where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
        loop execute made; end loop;
    end $$`);
  await client.query("drop schema if exists jobs, message_partitions cascade");
}
