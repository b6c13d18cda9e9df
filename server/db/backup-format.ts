import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { isSignedBy, SEALED, type Signer } from "#server/db/backup-crypto.ts";

/**
 * Raised when a folder of today could be read wrongly by the code of yesterday. Format 1 was neither encrypted nor signed, and is
 * still read.
 */
const FORMAT = 2;
const OTHER_FORMAT = "This backup has another format: restore it with the version that made it";

const sum = z.object({ rows: z.int(), sha256: z.string() });
/** `stored` is the checksum of the stored file; absent if it equals that of the content. */
const part = sum.extend({ stored: z.string().optional() });

/** The content of a backup's `manifest.json`. */
const manifest = z.object({
  format: z.literal([1, FORMAT]),
  madeAt: z.string(),
  /** Whether tables, jobs and images are encrypted, with the suffix `.age`. */
  encrypted: z.boolean().default(false),
  /** The schema, by the names of its migrations. */
  migrations: z.array(z.string()),
  /** Each table's rows in the order of its key, as COPY writes them, in `tables/<name>.copy`. */
  tables: z.record(z.string(), part.extend({ columns: z.array(z.string()) })),
  /** Work that waited, in `jobs.json`. */
  jobs: part,
  /** Checksums of the image files as stored, two per row, in the format of `sha256sum -c`, in `photos.sha256`. */
  photos: sum,
});
export type Manifest = z.output<typeof manifest>;
export type Sum = z.output<typeof sum>;
export type Part = z.output<typeof part>;

export const newManifest = (parts: Omit<Manifest, "format">): Manifest => ({ format: FORMAT, ...parts });

const SIGNATURE = "manifest.sig";

/**
 * Writes the manifest and, with a signer, its signature. The manifest contains all checksums, so it covers every byte.
 */
export async function writeManifest(folder: string, made: Manifest, signer: Signer | undefined): Promise<void> {
  const text = `${JSON.stringify(made, null, 2)}\n`;
  if (signer) {
    const line = `${signer.publicKey} ${signer.sign(text)}\n`;
    await writeFile(join(folder, SIGNATURE), line, { mode: 0o600, flush: true });
  }
  await writeFile(join(folder, "manifest.json"), text, { mode: 0o600, flush: true });
}

/**
 * Reads a manifest.
 * @param trusted public keys, one of which must have signed it; undefined skips the check
 * @throws Error if the folder is not a backup, has an unknown format, or is not signed by a trusted key
 */
export async function readManifest(folder: string, trusted?: readonly string[]): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new Error(`There is no backup in ${folder}: its manifest.json is not there`);
  });
  if (trusted) await assertSigned(folder, text, trusted);
  const damaged = new Error("The backup is damaged: manifest.json");
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw damaged;
  }
  const read = manifest.safeParse(found);
  if (read.success) return read.data;
  const { format } = (found ?? {}) as { format?: unknown };
  throw typeof format === "number" && format > FORMAT ? new Error(OTHER_FORMAT) : damaged;
}

async function assertSigned(folder: string, text: string, trusted: readonly string[]): Promise<void> {
  const line = await readFile(join(folder, SIGNATURE), "utf8").catch(() => {
    throw new Error("The backup is not signed");
  });
  if (!isSignedBy(trusted, text, line.trim().split(" ").at(-1) ?? ""))
    throw new Error("The backup is not signed by whom you trust, or it was changed since");
}

/** The name of a part's file in a backup. */
export const partFile = (name: string, { encrypted }: Pick<Manifest, "encrypted">): string =>
  encrypted ? `${name}${SEALED}` : name;

export const JOBS_PART = "jobs.json";
export const tablePart = (name: string): string => join("tables", `${name}.copy`);

/** The path of an image file in a backup. */
export const photoFile = (key: string, size: string): string => `photos/${key.slice(0, 2)}/${key}-${size}.webp`;

/** Counts lines, one per row of COPY, and computes the checksum of a stream. */
export function measure(): { through: Transform; result(): Sum } {
  const hash = createHash("sha256");
  let rows = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, result: () => ({ rows, sha256: hash.digest("hex") }) };
}

/** Discards data that is only measured. */
export const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The sum of a file. */
export async function measureFile(path: string): Promise<Sum> {
  const { through, result } = measure();
  await pipeline(createReadStream(path), through, nowhere());
  return result();
}

export const sha256 = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

const SUM_LINE = /^([0-9a-f]{64}) {2}photos\/[0-9a-f]{2}\/([0-9a-f]{32})-(full|thumb)\.webp(?:\.age)?$/;

/** The checksums of a backup's images, by key and size. */
export async function readPhotoSums(folder: string): Promise<Map<string, { full?: string; thumb?: string }>> {
  const sums = new Map<string, { full?: string; thumb?: string }>();
  const text = await readFile(join(folder, "photos.sha256"), "utf8");
  for (const line of text.split("\n").slice(0, -1)) {
    const [, sha = "", key = "", size] = SUM_LINE.exec(line) ?? [];
    if (size !== "full" && size !== "thumb") throw new Error("photos.sha256 cannot be read");
    sums.set(key, { ...sums.get(key), [size]: sha });
  }
  return sums;
}
