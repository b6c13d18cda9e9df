import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { PHOTO_SIZES, type PhotoStore } from "#server/adapters/photo-store.ts";
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";
import { onEach } from "#server/db/backup.ts";
import type { Stage } from "#server/db/backup-crypto.ts";
import {
  JOBS_PART,
  type Manifest,
  measureFile,
  type Part,
  partFile,
  photoFile,
  readManifest,
  readPhotoSums,
  type Sum,
  sha256,
  tablePart,
} from "#server/db/backup-format.ts";
import {
  copyIn,
  findPictureKeys,
  findTables,
  inOrder,
  LEFT_OUT,
  openCopying,
  sumUp,
} from "#server/db/backup-tables.ts";

/** A verified backup, and how to read it. */
export interface Source {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly unseal: Stage;
  /** Aborts the restore. */
  readonly signal?: AbortSignal | undefined;
}

type PictureSums = readonly [key: string, sums: { readonly full?: string; readonly thumb?: string }];

const isSame = (one: Sum | undefined, other: Sum): boolean => one?.rows === other.rows && one.sha256 === other.sha256;

/** The checksum of a part's stored file. */
const storedSum = ({ sha256: content, stored }: Part): string => stored ?? content;

/**
 * Verifies every byte of a backup as stored, which requires no key.
 * @param signal aborts it
 * @param trusted public keys, one of which must have signed it; undefined skips the check
 * @returns the manifest
 * @throws Error with the first file that is damaged
 */
export async function verifyBackup(
  folder: string,
  signal?: AbortSignal,
  trusted?: readonly string[],
): Promise<Manifest> {
  const manifest = await readManifest(folder, trusted);
  const files = [
    ...Object.entries(manifest.tables).map(([name, part]) => [partFile(tablePart(name), manifest), storedSum(part)]),
    [partFile(JOBS_PART, manifest), storedSum(manifest.jobs)],
    ["photos.sha256", manifest.photos.sha256],
  ] as const;
  for (const [name = "", sum] of files) {
    signal?.throwIfAborted();
    const found = await measureFile(join(folder, name)).catch(() => undefined);
    if (found?.sha256 !== sum) throw new Error(`The backup is damaged: ${name}`);
  }
  const sums = await readPhotoSums(folder);
  const look = async ([key, sumsOfOne]: PictureSums) => {
    for (const size of PHOTO_SIZES) {
      const name = partFile(photoFile(key, size), manifest);
      const found = await measureFile(join(folder, name)).catch(() => undefined);
      if (found?.sha256 !== sumsOfOne[size]) throw new Error(`The backup is damaged: ${name}`);
    }
  };
  await onEach([...sums], look, signal);
  return manifest;
}

const fileOf = ({ folder, manifest }: Source, name: string): string => join(folder, partFile(name, manifest));

/** The content of a part of a backup that may be long. Whoever reads it compares its sum. */
const readPart = (source: Source, name: string): Readable =>
  Readable.from(source.unseal(createReadStream(fileOf(source, name))), { objectMode: false });

/** Reads a file of a backup that has not changed since the verification. @throws Error if it has */
async function readWhole(source: Source, name: string, stored: string | undefined): Promise<Buffer> {
  const bytes = await readFile(fileOf(source, name));
  if (sha256(bytes) !== stored) throw new Error(`The backup is damaged: ${partFile(name, source.manifest)}`);
  return buffer(source.unseal(Readable.from([bytes])));
}

/**
 * Inserts a table's rows with all triggers on: a wallet starts empty, and the ledger entries, which come later, move
 * its balance as they did originally.
 */
async function putIn(client: pg.Client, source: Source, name: string, columns: readonly string[]): Promise<void> {
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
 * Loads the rows of a backup into an empty database with its schema, all or none, and verifies each table.
 * @throws Error with the first table that differs
 */
export async function loadTables(connection: pg.ClientConfig, source: Source): Promise<void> {
  const client = await openCopying(connection, source.signal);
  // Older backups contain these, too.
  const all = Object.entries(source.manifest.tables).filter(([name]) => !LEFT_OUT.has(name));
  const held = new Map(all);
  try {
    await client.query("begin");
    const tables = inOrder(await findTables(client));
    const missing = all.find(([name]) => !tables.some((table) => table.name === name));
    if (missing) throw new Error(`There is no table ${missing[0]}`);
    for (const { name } of tables) {
      const kept = held.get(name);
      if (kept) await putIn(client, source, name, kept.columns);
    }
    for (const table of tables) {
      const found = await sumUp(client, table);
      const kept = held.get(table.name);
      if (kept ? !isSame(kept, found) : found.rows > 0)
        throw new Error(`The table ${table.name} is not as it was: ${found.rows} rows of ${kept?.rows ?? 0}`);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/**
 * Copies the images of a backup to a store, verifies each again, and checks that all referenced images exist.
 * @throws Error with the first one that is damaged or missing
 */
export async function loadPhotos(connection: pg.ClientConfig, photos: PhotoStore, source: Source): Promise<number> {
  const sums = await readPhotoSums(source.folder);
  const load = async ([key, sumsOfOne]: PictureSums) => {
    const [full, thumb] = await Promise.all([
      readWhole(source, photoFile(key, "full"), sumsOfOne.full),
      readWhole(source, photoFile(key, "thumb"), sumsOfOne.thumb),
    ]);
    const files = { full, thumb };
    await photos.put(key, files);
    for (const size of PHOTO_SIZES) {
      const stored = await photos.read(key, size);
      const bytes = stored ? await buffer(stored.stream) : "";
      if (sha256(bytes) !== sha256(files[size])) throw new Error(`The picture ${key} is not as it was`);
    }
  };
  await onEach([...sums], load, source.signal);
  const client = await openCopying(connection);
  const named = await findPictureKeys(client).finally(() => client.end());
  const missing = named.find((key) => !sums.has(key));
  if (missing) throw new Error(`The backup does not hold the picture ${missing}`);
  return sums.size;
}

/** The waiting jobs, one per line. Read first: decryption shows whether the key fits. */
export async function readWaiting(source: Source): Promise<unknown[]> {
  const lines = (await readWhole(source, JOBS_PART, storedSum(source.manifest.jobs))).toString("utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as unknown);
}

/** Whether a database contains no data. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (select from pg_class where relnamespace = 'public'::regnamespace)
      and not exists (select from pg_namespace where nspname = 'jobs') as empty`);
  return rows[0]?.empty === true;
}

/** Takes the lock to fill a database, until the connection ends. @returns whether it was free */
export async function takeFillingTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    ADVISORY_LOCKS.restore,
  ]);
  return rows[0]?.got === true;
}

/** Deletes the remains of a failed restore from a database that was empty. */
export async function emptyAgain(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ declare made text; begin
      for made in select format('drop table if exists public.%I cascade', tablename) from pg_tables where schemaname = 'public'
        loop execute made; end loop;
      for made in select format('drop function %s', p.oid::regprocedure) from pg_proc p
        where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
        loop execute made; end loop;
    end $$`);
  await client.query("drop schema if exists jobs cascade");
}
