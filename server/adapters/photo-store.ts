import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** `full` is at most 1080 px wide, `thumb` 320. */
export const PHOTO_SIZES = ["full", "thumb"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** Keeps pictures by key. A key is chosen by us and holds 32 hexadecimal digits. */
export interface PhotoStore {
  /** Stores both sizes; when it returns they survive a crash. */
  put(key: string, files: Readonly<Record<PhotoSize, Buffer>>): Promise<void>;
  /** Undefined where there is no such picture. */
  read(key: string, size: PhotoSize): Promise<{ bytes: number; stream: ReadStream } | undefined>;
  /** Takes away what there is of a picture, half-written files too. */
  delete(key: string): Promise<void>;
}

/** What a file is called until it is whole. */
const draftOf = (path: string): string => `${path}.new`;

/** Writes a file so that it is there whole or not at all, and stays. */
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
      // A folder that is new has to be in the one above it for good, too.
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
