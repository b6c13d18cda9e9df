import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { PHOTO_SIZES, type PhotoStore } from "#server/adapters/photo-store.ts";
import { onEach } from "#server/db/backup.ts";
import type { Stage } from "#server/db/backup-encryption.ts";
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

/** A backup that was looked at, and how it is read. */
export interface Source {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly unseal: Stage;
  /** Ends what is done with it. */
  readonly signal?: AbortSignal | undefined;
}

type PictureSums = readonly [key: string, sums: { readonly full?: string; readonly thumb?: string }];

const isSame = (one: Sum | undefined, other: Sum): boolean => one?.rows === other.rows && one.sha256 === other.sha256;

/** The sum of a part's file as it lies there. */
const storedSum = ({ sha256: content, stored }: Part): string => stored ?? content;

/**
 * Looks at every byte of a backup, as it lies there: that takes no key.
 * @param signal ends it before it is done
 * @param trusted public keys, one of which has to have signed it; undefined where nobody asks
 * @returns its manifest
 * @throws Error naming the first file that is not as it was made
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

/** The content of a file of a backup, which is as it was when it was looked at. @throws Error where it is not */
async function readWhole(source: Source, name: string, stored: string | undefined): Promise<Buffer> {
  const bytes = await readFile(fileOf(source, name));
  if (sha256(bytes) !== stored) throw new Error(`The backup is damaged: ${partFile(name, source.manifest)}`);
  return buffer(source.unseal(Readable.from([bytes])));
}

/**
 * Puts a table's rows in. No trigger is switched off: a wallet starts empty and the ledger's entries, which come after
 * it, move its balance, as they did the first time.
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
 * Puts the rows of a backup into a database that has its schema and nothing else, all or none, and looks at each table
 * again.
 * @throws Error naming the first table that is not as it was
 */
export async function loadTables(connection: pg.ClientConfig, source: Source): Promise<void> {
  const client = await openCopying(connection, source.signal);
  // Older backups hold these, too.
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
 * Puts the pictures of a backup into a store, and looks at each again, and whether every one that a row names is there.
 * @throws Error naming the first that is not
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

/** What was waiting to be done, a line each. Of an encrypted backup it is the first thing to read: it shows whether the key fits. */
export async function readWaiting(source: Source): Promise<unknown[]> {
  const lines = (await readWhole(source, JOBS_PART, storedSum(source.manifest.jobs))).toString("utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as unknown);
}

/** Whether a database holds nothing of anybody's. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (select from pg_class where relnamespace = 'public'::regnamespace)
      and not exists (select from pg_namespace where nspname = 'jobs') as empty`);
  return rows[0]?.empty === true;
}

/** Any number; whoever fills a database holds it, so that two do not take each other's rows for their own. */
const FILLING = 7_768_843;

/** Takes the turn to fill a database, until the connection ends. @returns whether nobody else has it */
export async function takeFillingTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [FILLING]);
  return rows[0]?.got === true;
}

/** Takes away what a restore that failed has made in a database that was empty. */
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
