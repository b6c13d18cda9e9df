import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** `full` is at most 1080 px wide, `thumb` 320. */
export const PHOTO_SIZES = ["full", "thumb"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** Stores images by key: 32 random hexadecimal digits. */
export interface PhotoStore {
  /** Stores both sizes; when it returns they survive a crash. */
  put(key: string, files: Readonly<Record<PhotoSize, Buffer>>): Promise<void>;
  /** Undefined if there is no such image. */
  read(key: string, size: PhotoSize): Promise<{ bytes: number; stream: ReadStream } | undefined>;
  /** Deletes all files of an image, including half-written ones. */
  delete(key: string): Promise<void>;
}

/** The name of a file until it is complete. */
const draftOf = (path: string): string => `${path}.new`;

/** Writes a file atomically and durably. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const draft = draftOf(path);
  await writeFile(draft, bytes, { mode: 0o600, flush: true });
  await rename(draft, path);
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Pictures as files in a folder, spread over 256 of them. */
export function createFolderPhotoStore(root: string): PhotoStore {
  const folderOf = (key: string) => join(root, key.slice(0, 2));
  const pathOf = (key: string, size: PhotoSize) => join(folderOf(key), `${key}-${size}.webp`);
  return {
    async put(key, files) {
      const folder = folderOf(key);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await Promise.all(PHOTO_SIZES.map((size) => writeDurably(pathOf(key, size), files[size])));
      await flushFolder(folder);
      // A new folder must be flushed in its parent, too.
      if (made) await Promise.all([flushFolder(root), flushFolder(dirname(root))]);
    },
    async read(key, size) {
      const handle = await open(pathOf(key, size), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (!handle) return undefined;
      const { size: bytes } = await handle.stat();
      return { bytes, stream: createReadStream("", { fd: handle }) };
    },
    async delete(key) {
      const paths = PHOTO_SIZES.map((size) => pathOf(key, size));
      await Promise.all([...paths, ...paths.map(draftOf)].map((path) => rm(path, { force: true })));
    },
  };
}
