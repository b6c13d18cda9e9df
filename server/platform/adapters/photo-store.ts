import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

/** `PHOTO_WIDTHS` of the contract has their widths. */
export const PHOTO_SIZES = ["full", "medium", "thumb"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

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

export const isComplete = <T>(files: PartialPhotoFiles<T>): files is PhotoFiles<T> =>
  REQUIRED_FILES.every((file) => files[file] !== undefined);

/** Positions of bytes as in the header `Range`, both included; or the last bytes of a file. */
export type ByteRange = { readonly first: number; readonly last?: number | undefined } | { readonly suffix: number };

export class RangeNotSatisfiableError extends Error {
  /** Bytes of the whole file. */
  readonly total: number;

  constructor(total: number) {
    super("the range begins after the end of the file");
    this.total = total;
  }
}

/** Both positions are included. @throws RangeNotSatisfiableError */
export function resolveRange(range: ByteRange | undefined, total: number): { first: number; last: number } {
  if (range === undefined) return { first: 0, last: total - 1 };
  const first = "suffix" in range ? Math.max(0, total - range.suffix) : range.first;
  if (first >= total) throw new RangeNotSatisfiableError(total);
  return { first, last: "suffix" in range ? total - 1 : Math.min(range.last ?? total, total - 1) };
}

/**
 * The store did not do what was asked of it, now: it is unreachable, slow or refuses. The message has neither image keys
 * nor secrets. After a failed `put` it is unknown whether the files exist, or will yet.
 */
export class PhotoStoreError extends Error {}

export interface StoredFile {
  readonly bytes: number;
  /** Bytes of the whole file. */
  readonly total: number;
  /** The position of the stream's first byte in the file. */
  readonly first: number;
  /** Ends early with an error only. Whoever does not read it to its end destroys it. */
  readonly stream: Readable;
}

export interface ListedFile {
  readonly key: string;
  readonly file: PhotoFile;
  readonly bytes: number;
}

/** Stores images by key: 32 random hexadecimal digits. All methods of a store over a network throw PhotoStoreError. */
export interface PhotoStore {
  /** Stores an image; when it returns all files survive a crash. */
  put(key: string, files: PhotoFiles): Promise<void>;
  /**
   * Streams a file or a part of it. Undefined if there is no such file.
   * @throws RangeNotSatisfiableError
   */
  read(key: string, file: PhotoFile, range?: ByteRange): Promise<StoredFile | undefined>;
  /** The bytes of a file; undefined if there is no such file. */
  find(key: string, file: PhotoFile): Promise<number | undefined>;
  /** Deletes all files of an image, including half-written ones. */
  delete(key: string): Promise<void>;
  list(digits: string): AsyncIterable<ListedFile>;
}

/** The path of a file, the same below a folder and in a bucket. */
export const photoPath = (key: string, file: PhotoFile): string => `${key.slice(0, 2)}/${key}-${file}`;

/** The image and the file of a path; undefined for anything else, such as a half-written file. */
export function parsePhotoPath(path: string): { key: string; file: PhotoFile } | undefined {
  const [, digits, key = "", name] = /^([0-9a-f]{2})\/([0-9a-f]{32})-([a-z]+\.[a-z]+)$/.exec(path) ?? [];
  const file = PHOTO_FILES.find((one) => one === name);
  return file && key.startsWith(digits ?? "-") ? { key, file } : undefined;
}

/** Undefined if the image is missing or incomplete, such as one that is being deleted. */
export async function readPhotoFiles(photos: PhotoStore, key: string): Promise<PhotoFiles | undefined> {
  const files: PartialPhotoFiles<Buffer> = {};
  for (const file of PHOTO_FILES) {
    const stored = await photos.read(key, file);
    if (stored) files[file] = await buffer(stored.stream);
  }
  return isComplete(files) ? files : undefined;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
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

export function createFolderPhotoStore(root: string): PhotoStore {
  const folderOf = (key: string) => join(root, key.slice(0, 2));
  const pathOf = (key: string, file: PhotoFile) => join(root, photoPath(key, file));
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
    async read(key, file, range) {
      const handle = await open(pathOf(key, file), "r").catch(ignoreMissing);
      if (!handle) return undefined;
      try {
        const { size: total } = await handle.stat();
        const { first, last } = resolveRange(range, total);
        const stream = createReadStream("", { fd: handle, ...(range && { start: first, end: last }) });
        return { bytes: last - first + 1, total, first, stream };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async find(key, file) {
      return (await stat(pathOf(key, file)).catch(ignoreMissing))?.size;
    },
    async delete(key) {
      const paths = PHOTO_FILES.map((file) => pathOf(key, file));
      await Promise.all([...paths, ...paths.map(draftOf)].map((path) => rm(path, { force: true })));
    },
    async *list(digits) {
      const names = (await readdir(join(root, digits)).catch(ignoreMissing)) ?? [];
      for (const name of names.sort()) {
        const found = parsePhotoPath(`${digits}/${name}`);
        const bytes = found && (await stat(join(root, digits, name)).catch(ignoreMissing))?.size;
        if (found && bytes !== undefined) yield { ...found, bytes };
      }
    },
  };
}
