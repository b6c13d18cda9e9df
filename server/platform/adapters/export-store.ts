import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "#server/config.ts";
import { photosFolder } from "#server/platform/adapters/photo-stores.ts";
import { assertFreeSpace, BYTES_FREE } from "#server/platform/lib/free-space.ts";

/**
 * Stores the parts of prepared downloads, by names of digits, letters and dashes. They are beside the images, because all
 * processes of an installation can read these; backups leave them out. All methods of a store over a network throw
 * PhotoStoreError.
 */
export interface ExportStore {
  /** A part appears whole or not at all. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined if there is no such part. */
  read(name: string): Promise<Buffer | undefined>;
  delete(name: string): Promise<void>;
  list(): AsyncIterable<string>;
}

/** The folder, and the prefix in a bucket. Images are in folders of two digits. */
const FOLDER = "exports";
export const exportPath = (name: string): string => `${FOLDER}/${name}`;

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** @param bytesFree disk space that must stay free; then `put` fails */
export function createFolderExportStore(root: string, bytesFree = BYTES_FREE): ExportStore {
  const folder = join(root, FOLDER);
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await assertFreeSpace(folder, bytesFree + bytes.length);
      const draft = join(folder, `${name}.new`);
      const file = await open(draft, "w", 0o600);
      await file
        .writeFile(bytes)
        .then(() => file.sync())
        .finally(() => file.close());
      await rename(draft, join(folder, name));
    },
    read: async (name) => (await readFile(join(folder, name)).catch(ignoreMissing)) ?? undefined,
    async delete(name) {
      await rm(join(folder, name), { force: true });
    },
    // Drafts of killed processes are listed, too.
    async *list() {
      yield* (await readdir(folder).catch(ignoreMissing)) ?? [];
    },
  };
}

export async function openExportStore(config: Pick<Config, "dataDir" | "s3">, log: Logger): Promise<ExportStore> {
  if (!config.s3) return createFolderExportStore(photosFolder(config));
  const { createS3ExportStore } = await import("#server/platform/adapters/s3-export-store.ts");
  return createS3ExportStore(config.s3, log);
}
