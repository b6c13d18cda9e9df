import { createWriteStream, existsSync, readdirSync } from "node:fs";
import { mkdir, open, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { PHOTO_SIZES, type PhotoStore } from "#server/adapters/photo-store.ts";
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";
import { asItIs, type Signer, type Stage, sealFor } from "#server/db/backup-crypto.ts";
import {
  JOBS_PART,
  type Manifest,
  measure,
  newManifest,
  type Part,
  partFile,
  photoFile,
  type Sum,
  sha256,
  tablePart,
  writeManifest,
} from "#server/db/backup-format.ts";
import {
  copyOut,
  findMigrations,
  findPictureKeys,
  findTables,
  LEFT_OUT,
  openCopying,
} from "#server/db/backup-tables.ts";

const HOLD_MS = 30_000;
/** Pictures that are copied at a time. */
const AT_ONCE = 8;

/** Something that stays in the way of a folder, in a line. */
export function assertFree(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
}

/** Renames a folder to its final name, durably. An existing target must be empty. */
export async function settle(draft: string, folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(draft, folder);
  const above = await open(dirname(folder), "r");
  await above.sync().finally(() => above.close());
}

/** Runs `work` for many items with limited concurrency. @throws the first failure, after running work has ended */
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

interface How extends Pick<BackupOptions, "signer" | "signal"> {
  readonly encrypted: boolean;
  readonly seal: Stage;
}

/** Waiting jobs, except scheduled ones. Their ids are kept, so that duplicates can be detected. */
async function findWaiting(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select id, name, data, start_after as "startAfter" from jobs.job
    where state in ('created', 'retry', 'active')
      and name not in (select name from jobs.schedule) and name not like '\\_\\_pgboss%'
    order by id`);
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Writes a part of a backup. @returns the checksums of its content, and of the file if it differs */
async function writePart(content: Readable, seal: Stage, path: string): Promise<Part> {
  const [inside, outside] = [measure(), measure()];
  await pipeline(content, inside.through, seal, outside.through, newFile(path));
  const [sum, { sha256: stored }] = [inside.result(), outside.result()];
  return stored === sum.sha256 ? sum : { ...sum, stored };
}

async function writeTables(client: pg.Client, draft: string, how: How): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"] = {};
  await mkdir(join(draft, "tables"), { mode: 0o700 });
  for (const table of await findTables(client)) {
    if (LEFT_OUT.has(table.name)) continue;
    const path = join(draft, partFile(tablePart(table.name), how));
    tables[table.name] = { ...(await writePart(copyOut(client, table), how.seal, path)), columns: [...table.columns] };
  }
  return tables;
}

async function writePhotos(photos: PhotoStore, keys: readonly string[], draft: string, how: How): Promise<Sum> {
  const lines: string[] = [];
  const write = async (key: string) => {
    for (const size of PHOTO_SIZES) {
      const name = partFile(photoFile(key, size), how);
      await mkdir(dirname(join(draft, name)), { recursive: true, mode: 0o700 });
      const stored = await photos.read(key, size);
      if (!stored) throw new Error(`A picture's file is missing: ${key}, ${size}`);
      const { through, result } = measure();
      await pipeline(stored.stream, how.seal, through, newFile(join(draft, name)));
      lines.push(`${result().sha256}  ${name}\n`);
    }
  };
  await onEach(keys, write, how.signal);
  const text = lines.sort().join("");
  await writeFile(join(draft, "photos.sha256"), text, { mode: 0o600, flush: true });
  return { rows: lines.length, sha256: sha256(text) };
}

async function writeAll(client: pg.Client, photos: PhotoStore, draft: string, how: How): Promise<Manifest> {
  // No file is deleted between the snapshot and the last copied file.
  await client.query(`set lock_timeout = ${HOLD_MS}`);
  await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.photoFiles]).catch(() => {
    throw new Error("Another backup is being made");
  });
  await client.query("begin isolation level repeatable read read only");
  const { rows } = await client.query<{ now: Date }>("select now()");
  const migrations = await findMigrations(client);
  const tables = await writeTables(client, draft, how);
  const waiting = await findWaiting(client);
  const keys = await findPictureKeys(client);
  await client.query("commit");
  const manifest = newManifest({
    madeAt: (rows[0]?.now ?? new Date()).toISOString(),
    encrypted: how.encrypted,
    migrations,
    tables,
    jobs: await writePart(Readable.from([Buffer.from(waiting)]), how.seal, join(draft, partFile(JOBS_PART, how))),
    photos: await writePhotos(photos, keys, draft, how),
  });
  await client.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.photoFiles]);
  await writeManifest(draft, manifest, how.signer);
  return manifest;
}

/** How a backup is made. */
export interface BackupOptions {
  /** The age recipients (`age1…`) of the encryption; empty for an unencrypted backup. */
  readonly recipients?: readonly string[];
  readonly signer?: Signer | undefined;
  /** Ends it before it is done. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a snapshot of all data to a folder while the app is running. The folder appears complete or not at all, and
 * only its owner can read it, because it contains the keys of signed URLs.
 * @param target must be empty or absent
 * @throws Error with the reason
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  photos: PhotoStore,
  target: string,
  { recipients = [], signer, signal }: BackupOptions = {},
): Promise<Manifest> {
  const encrypted = recipients.length > 0;
  const how = { encrypted, seal: encrypted ? await sealFor(recipients) : asItIs, signer, signal };
  const folder = resolve(target);
  assertFree(folder);
  const draft = `${folder}.part-${process.pid}`;
  const client = await openCopying(connection, signal);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const manifest = await writeAll(client, photos, draft, how);
    await settle(draft, folder);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}
