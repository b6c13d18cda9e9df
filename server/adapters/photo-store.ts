import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";

/** `PHOTO_WIDTHS` of the contract has their widths. */
export const PHOTO_SIZES = ["full", "medium", "thumb"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** Files that every image has. */
const REQUIRED_FILES = ["full.webp", "thumb.webp"] as const;
type RequiredFile = (typeof REQUIRED_FILES)[number];
/**
 * The files of an image. One wider than `medium` also has that size, and as AVIF if that is clearly smaller than the
 * WebP.
 */
export const PHOTO_FILES = [...REQUIRED_FILES, "medium.webp", "medium.avif"] as const;
export type PhotoFile = (typeof PHOTO_FILES)[number];

export type PartialPhotoFiles<T> = { [file in PhotoFile]?: T | undefined };
/** The content of an image's files, or something else about each. */
export type PhotoFiles<T = Buffer> = Readonly<PartialPhotoFiles<T> & Record<RequiredFile, T>>;

export const isRequired = (file: PhotoFile): boolean => REQUIRED_FILES.some((required) => required === file);

/** Whether none of the required files is missing. */
export const isComplete = <T>(files: PartialPhotoFiles<T>): files is PhotoFiles<T> =>
  REQUIRED_FILES.every((file) => files[file] !== undefined);

/** Stores images by key: 32 random hexadecimal digits. */
export interface PhotoStore {
  /** Stores an image; when it returns all files survive a crash. */
  put(key: string, files: PhotoFiles): Promise<void>;
  /** Undefined if there is no such file. */
  read(key: string, file: PhotoFile): Promise<{ bytes: number; stream: ReadStream } | undefined>;
  /** Deletes all files of an image, including half-written ones. */
  delete(key: string): Promise<void>;
}

/** Reads all files of an image. Undefined if it is missing or incomplete, such as one that is being deleted. */
export async function readPhotoFiles(photos: PhotoStore, key: string): Promise<PhotoFiles | undefined> {
  const files: PartialPhotoFiles<Buffer> = {};
  for (const file of PHOTO_FILES) {
    const stored = await photos.read(key, file);
    if (stored) files[file] = await buffer(stored.stream);
  }
  return isComplete(files) ? files : undefined;
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
  const pathOf = (key: string, file: PhotoFile) => join(folderOf(key), `${key}-${file}`);
  return {
    async put(key, files) {
      const folder = folderOf(key);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      const writes = PHOTO_FILES.flatMap((file) => {
        const bytes = files[file];
        return bytes ? [writeDurably(pathOf(key, file), bytes)] : [];
      });
      await Promise.all(writes);
      await flushFolder(folder);
      // A new folder must be flushed in its parent, too.
      if (made) await Promise.all([flushFolder(root), flushFolder(dirname(root))]);
    },
    async read(key, file) {
      const handle = await open(pathOf(key, file), "r").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (!handle) return undefined;
      const { size: bytes } = await handle.stat();
      return { bytes, stream: createReadStream("", { fd: handle }) };
    },
    async delete(key) {
      const paths = PHOTO_FILES.map((file) => pathOf(key, file));
      await Promise.all([...paths, ...paths.map(draftOf)].map((path) => rm(path, { force: true })));
    },
  };
}
