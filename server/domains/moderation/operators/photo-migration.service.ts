import type { Context } from "#server/context.ts";
import { CommandError } from "#server/errors.ts";
import {
  isComplete,
  type PartialPhotoFiles,
  PHOTO_FILES,
  type PhotoFiles,
  type PhotoStore,
  readPhotoFiles,
} from "#server/platform/adapters/photo-store.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { forEachConcurrently } from "#server/platform/db/backup.ts";
import { findImageKeys, openCopyConnection } from "#server/platform/db/backup-tables.ts";

export interface PhotoMigration {
  readonly from: PhotoStore;
  readonly to: PhotoStore;
  readonly verify: boolean;
  readonly deleteSource: boolean;
  /** Images that may fail before it stops. */
  readonly errorsMax: number;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface PhotoMigrationResult {
  images: number;
  copied: number;
  copiedBytes: number;
  present: number;
  deletedFromSource: number;
  gone: number;
}

/** Milliseconds between lines of progress. */
const PROGRESS_MS = 5000;
/** Images may be stored while it runs. */
const ROUNDS_MAX = 5;

type Listing = ReadonlyMap<string, PartialPhotoFiles<number>>;

export async function listImages(store: PhotoStore, digits: string): Promise<Listing> {
  const images = new Map<string, PartialPhotoFiles<number>>();
  for await (const { key, file, bytes } of store.list(digits)) images.set(key, { ...images.get(key), [file]: bytes });
  return images;
}

/** Groups sorted keys by their first two digits. */
export function groupByDigits(keys: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const digits = key.slice(0, 2);
    const group = groups.get(digits);
    if (group) group.push(key);
    else groups.set(digits, [key]);
  }
  return groups;
}

const isSame = (one: PhotoFiles, other: PhotoFiles | undefined): boolean =>
  PHOTO_FILES.every((file) => (one[file] ? other?.[file]?.equals(one[file]) === true : other?.[file] === undefined));

const sizeOf = (files: PhotoFiles): number => PHOTO_FILES.reduce((sum, file) => sum + (files[file]?.length ?? 0), 0);

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const summarizeMigration = ({ images, copied, copiedBytes, present, ...rest }: PhotoMigrationResult): string => {
  const parts = [`${copied} copied (${formatMegabytes(copiedBytes)})`, `${present} there already`];
  if (rest.deletedFromSource > 0) parts.push(`${rest.deletedFromSource} deleted from the source`);
  if (rest.gone > 0) parts.push(`${rest.gone} deleted meanwhile`);
  return `${images} images: ${parts.join(", ")}`;
};

class Migrator {
  readonly result: PhotoMigrationResult = {
    images: 0,
    copied: 0,
    copiedBytes: 0,
    present: 0,
    deletedFromSource: 0,
    gone: 0,
  };
  readonly failures = new Map<string, string>();
  /** Images that the source does not have. */
  readonly missing = new Set<string>();
  readonly #plan: PhotoMigration;

  constructor(plan: PhotoMigration) {
    this.#plan = plan;
  }

  async move(
    key: string,
    source: PartialPhotoFiles<number> = {},
    target: PartialPhotoFiles<number> = {},
  ): Promise<void> {
    const { from, to, verify, deleteSource } = this.#plan;
    const isThere = isComplete(target) && PHOTO_FILES.every((file) => (source[file] ?? target[file]) === target[file]);
    if (isThere && !verify && !deleteSource) return void this.result.present++;
    const files = await readPhotoFiles(from, key);
    if (!files) {
      if (isComplete(target)) this.result.present++;
      else this.missing.add(key);
      return;
    }
    if (isThere && isSame(files, await readPhotoFiles(to, key))) this.result.present++;
    else await this.#copy(key, files);
    if (!deleteSource) return;
    await from.delete(key);
    this.result.deletedFromSource++;
  }

  async #copy(key: string, files: PhotoFiles): Promise<void> {
    const { to } = this.#plan;
    await to.put(key, files);
    if (!isSame(files, await readPhotoFiles(to, key))) throw new Error("the copy differs from the source");
    this.result.copied++;
    this.result.copiedBytes += sizeOf(files);
  }

  async moveAll(keys: readonly string[]): Promise<void> {
    const { from, to, errorsMax, signal, report } = this.#plan;
    let reportedAt = performance.now();
    let done = 0;
    for (const [digits, group] of groupByDigits(keys)) {
      const [source, target] = await Promise.all([listImages(from, digits), listImages(to, digits)]);
      const move = async (key: string) => {
        if (this.failures.size >= errorsMax) return;
        await this.move(key, source.get(key), target.get(key)).catch((error: unknown) => {
          signal.throwIfAborted();
          this.failures.set(key, error instanceof Error ? error.message : String(error));
        });
        done++;
        if (performance.now() - reportedAt < PROGRESS_MS) return;
        reportedAt = performance.now();
        report(`${done} of ${keys.length}: ${summarizeMigration(this.result)}, ${this.failures.size} failed`);
      };
      await forEachConcurrently(group, move, signal);
      if (this.failures.size >= errorsMax) return;
    }
  }
}

/** @throws CommandError if images failed or are missing */
function assertAllMoved({ failures, missing, result }: Migrator, errorsMax: number): void {
  if (failures.size === 0 && missing.size === 0) return;
  const examples = [
    ...[...failures].map(([key, message]) => `${key}: ${message}`),
    ...[...missing].map((key) => `${key}: the source does not have all files`),
  ].slice(0, 10);
  const stopped = failures.size >= errorsMax ? ` Stopped after ${errorsMax} failures.` : "";
  throw new CommandError(
    [
      `${failures.size} images could not be copied and ${missing.size} are missing.${stopped} Repeat the command to continue.`,
      `So far ${summarizeMigration(result)}.`,
      ...examples,
    ].join("\n"),
  );
}

/**
 * Runs beside the app. Copied images are skipped, so an interrupted run is continued by the next. It takes no lock that
 * would hold back deletions or a backup for hours: images whose rows are deleted meanwhile are deleted from the target
 * at the end.
 * @throws CommandError if images failed or are missing, after all others were copied or `errorsMax` have failed
 */
export async function migratePhotos(ctx: Context, plan: PhotoMigration): Promise<PhotoMigrationResult> {
  const client = await openCopyConnection(ctx.database.direct, plan.signal);
  try {
    // Two runs would write the same files of a folder, and each could delete what the other has just copied.
    await lock(client, "photoMigration", "Another `photos migrate` is in progress.");
    // A backup may be reading the source.
    if (plan.deleteSource) await lock(client, "photoFiles", "A backup is in progress. Repeat the command after it.");
    const migrator = new Migrator(plan);
    const seen = new Set<string>();
    let current = await findImageKeys(client);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const added = current.filter((key) => !seen.has(key));
      if (added.length === 0) break;
      for (const key of added) seen.add(key);
      await migrator.moveAll(added);
      if (migrator.failures.size >= plan.errorsMax) break;
      current = await findImageKeys(client);
    }
    const kept = new Set(current);
    const gone = [...seen].filter((key) => !kept.has(key));
    await forEachConcurrently(gone, (key) => plan.to.delete(key), plan.signal);
    for (const key of gone) {
      migrator.failures.delete(key);
      migrator.missing.delete(key);
    }
    migrator.result.images = kept.size;
    migrator.result.gone = gone.length;
    assertAllMoved(migrator, plan.errorsMax);
    return migrator.result;
  } finally {
    await client.end();
  }
}

/** Until the connection ends. @throws CommandError with the message if it is held */
async function lock(
  client: Awaited<ReturnType<typeof openCopyConnection>>,
  name: "photoMigration" | "photoFiles",
  message: string,
): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    ADVISORY_LOCKS[name],
  ]);
  if (!rows[0]?.got) throw new CommandError(message);
}
