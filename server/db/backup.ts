import { createWriteStream, existsSync, readdirSync } from "node:fs";
import { mkdir, open, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { PHOTO_SIZES, type PhotoStore } from "#server/adapters/photo-store.ts";
import {
  type Manifest,
  measure,
  newManifest,
  photoFile,
  type Sum,
  sha256,
  tableFile,
} from "#server/db/backup-format.ts";
import { copyOut, findMigrations, findPictureKeys, findTables, openCopying } from "#server/db/backup-tables.ts";
import { FILES_HELD } from "#server/db/held-files.ts";

const HOLD_MS = 30_000;
/** Pictures that are copied at a time. */
const AT_ONCE = 8;

/** Something that stays in the way of a folder, in a line. */
export function assertFree(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
}

/** Gives a folder its final name, for good. What has it is empty. */
export async function settle(draft: string, folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(draft, folder);
  const above = await open(dirname(folder), "r");
  await above.sync().finally(() => above.close());
}

/** Lets `work` run on many things, some at a time. @throws the first failure, when none is under way any more */
export async function onEach<T>(
  things: readonly T[],
  work: (thing: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const left = things.values();
  const one = async () => {
    for (const thing of left) {
      signal?.throwIfAborted();
      await work(thing);
    }
  };
  const tried = await Promise.allSettled(Array.from({ length: AT_ONCE }, one));
  const failed = tried.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

const newFile = (path: string) => createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });

/** Work that waits, but for what comes by the clock. Its ids stay, so that what is told twice can be known as one. */
async function findWaiting(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select id, name, data, start_after as "startAfter" from jobs.job
    where state in ('created', 'retry', 'active')
      and name not in (select name from jobs.schedule) and name not like '\\_\\_pgboss%'
    order by id`);
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

async function writeTables(client: pg.Client, draft: string): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"] = {};
  await mkdir(join(draft, "tables"), { mode: 0o700 });
  for (const table of await findTables(client)) {
    const sum = await copyOut(client, table, newFile(join(draft, tableFile(table.name))));
    tables[table.name] = { ...sum, columns: [...table.columns] };
  }
  return tables;
}

async function writePhotos(
  photos: PhotoStore,
  keys: readonly string[],
  draft: string,
  signal: AbortSignal | undefined,
): Promise<Sum> {
  const lines: string[] = [];
  const write = async (key: string) => {
    for (const size of PHOTO_SIZES) {
      const name = photoFile(key, size);
      await mkdir(dirname(join(draft, name)), { recursive: true, mode: 0o700 });
      const stored = await photos.read(key, size);
      if (!stored) throw new Error(`A picture's file is missing: ${key}, ${size}`);
      const { through, result } = measure();
      await pipeline(stored.stream, through, newFile(join(draft, name)));
      lines.push(`${result().sha256}  ${name}\n`);
    }
  };
  await onEach(keys, write, signal);
  const text = lines.sort().join("");
  await writeFile(join(draft, "photos.sha256"), text, { mode: 0o600, flush: true });
  return { rows: lines.length, sha256: sha256(text) };
}

async function writeAll(
  client: pg.Client,
  photos: PhotoStore,
  draft: string,
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  // From before the snapshot until the last file is copied none is taken away.
  await client.query(`set lock_timeout = ${HOLD_MS}`);
  await client.query("select pg_advisory_lock($1)", [FILES_HELD]).catch(() => {
    throw new Error("Another backup is being made");
  });
  await client.query("begin isolation level repeatable read read only");
  const { rows } = await client.query<{ now: Date }>("select now()");
  const migrations = await findMigrations(client);
  const tables = await writeTables(client, draft);
  const waiting = await findWaiting(client);
  const keys = await findPictureKeys(client);
  await client.query("commit");
  await writeFile(join(draft, "jobs.json"), waiting, { mode: 0o600, flush: true });
  const manifest = newManifest({
    madeAt: (rows[0]?.now ?? new Date()).toISOString(),
    migrations,
    tables,
    jobs: { rows: waiting.split("\n").length - 1, sha256: sha256(waiting) },
    photos: await writePhotos(photos, keys, draft, signal),
  });
  await client.query("select pg_advisory_unlock($1)", [FILES_HELD]);
  await writeFile(join(draft, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

/**
 * Writes everything that the app knows into a folder, as it is at one moment, while the app goes on. The folder is there
 * whole or not at all, and is nobody else's to read: it holds the keys of signed addresses.
 * @param target must be empty, or not there
 * @param signal ends it before it is done
 * @throws Error saying what is wrong
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  photos: PhotoStore,
  target: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  const folder = resolve(target);
  assertFree(folder);
  const draft = `${folder}.part-${process.pid}`;
  const client = await openCopying(connection, signal);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await writeAll(client, photos, draft, signal);
    await settle(draft, folder);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}
