import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { PHOTO_SIZES, type PhotoStore } from "#server/adapters/photo-store.ts";
import { onEach } from "#server/db/backup.ts";
import {
  type Manifest,
  measureFile,
  nowhere,
  photoFile,
  readManifest,
  readPhotoSums,
  type Sum,
  sha256,
  tableFile,
} from "#server/db/backup-format.ts";
import { copyIn, copyOut, findPictureKeys, findTables, inOrder, openCopying } from "#server/db/backup-tables.ts";

type PictureSums = readonly [key: string, sums: { readonly full?: string; readonly thumb?: string }];

const isSame = (one: Sum | undefined, other: Sum): boolean => one?.rows === other.rows && one.sha256 === other.sha256;

/**
 * Looks at every byte of a backup.
 * @param signal ends it before it is done
 * @returns its manifest
 * @throws Error naming the first file that is not as it was made
 */
export async function verifyBackup(folder: string, signal?: AbortSignal): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const files: [name: string, sum: Sum][] = Object.entries(manifest.tables).map(([name, sum]) => [
    tableFile(name),
    sum,
  ]);
  for (const [name, sum] of [...files, ["jobs.json", manifest.jobs], ["photos.sha256", manifest.photos]] as const) {
    signal?.throwIfAborted();
    const found = await measureFile(join(folder, name)).catch(() => undefined);
    if (!isSame(found, sum)) throw new Error(`The backup is damaged: ${name}`);
  }
  const sums = await readPhotoSums(folder);
  const look = async ([key, sumsOfOne]: PictureSums) => {
    for (const size of PHOTO_SIZES) {
      const found = await measureFile(join(folder, photoFile(key, size))).catch(() => undefined);
      if (found?.sha256 !== sumsOfOne[size]) throw new Error(`The backup is damaged: ${photoFile(key, size)}`);
    }
  };
  await onEach([...sums], look, signal);
  return manifest;
}

/**
 * Puts a table's rows in. No trigger is switched off: a wallet starts empty and the ledger's entries, which come after
 * it, move its balance, as they did the first time.
 */
async function putIn(client: pg.Client, folder: string, name: string, columns: readonly string[]): Promise<void> {
  const file = createReadStream(join(folder, tableFile(name)));
  if (name !== "wallets") return pipeline(file, copyIn(client, name, columns));
  await client.query("create temp table filled_wallets (like wallets) on commit drop");
  await pipeline(file, copyIn(client, "filled_wallets", columns));
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
export async function loadTables(
  connection: pg.ClientConfig,
  folder: string,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<void> {
  const client = await openCopying(connection, signal);
  try {
    await client.query("begin");
    const tables = inOrder(await findTables(client));
    const missing = Object.keys(manifest.tables).find((name) => !tables.some((table) => table.name === name));
    if (missing) throw new Error(`There is no table ${missing}`);
    for (const { name } of tables) {
      const kept = manifest.tables[name];
      if (kept) await putIn(client, folder, name, kept.columns);
    }
    for (const table of tables) {
      const found = await copyOut(client, table, nowhere());
      const kept = manifest.tables[table.name];
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
export async function loadPhotos(
  connection: pg.ClientConfig,
  photos: PhotoStore,
  folder: string,
  signal?: AbortSignal,
): Promise<number> {
  const sums = await readPhotoSums(folder);
  const load = async ([key, sumsOfOne]: PictureSums) => {
    const [full, thumb] = await Promise.all(PHOTO_SIZES.map((size) => readFile(join(folder, photoFile(key, size)))));
    if (full && thumb) await photos.put(key, { full, thumb });
    for (const size of PHOTO_SIZES) {
      const stored = await photos.read(key, size);
      const bytes = stored ? await buffer(stored.stream) : "";
      if (sha256(bytes) !== sumsOfOne[size]) throw new Error(`The picture ${key} is not as it was`);
    }
  };
  await onEach([...sums], load, signal);
  const client = await openCopying(connection);
  const named = await findPictureKeys(client).finally(() => client.end());
  const missing = named.find((key) => !sums.has(key));
  if (missing) throw new Error(`The backup does not hold the picture ${missing}`);
  return sums.size;
}

/** What was waiting to be done, a line each. */
export async function readWaiting(folder: string): Promise<unknown[]> {
  const text = await readFile(join(folder, "jobs.json"), "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
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
