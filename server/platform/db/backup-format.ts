import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { type PartialPhotoFiles, PHOTO_FILES, type PhotoFile } from "#server/platform/adapters/photo-store.ts";
import { ENCRYPTED_SUFFIX } from "#server/platform/db/backup-encryption.ts";
import { isSignedBy, type Signer } from "#server/platform/db/backup-signature.ts";

/** Increased when an older version could misread a backup of this version. */
const FORMAT = 1;
const UNKNOWN_FORMAT = "The backup has an unknown format. Restore it with the version of Spotter that created it.";

const checksum = z.object({ rows: z.int(), sha256: z.string() });
/** `stored` is the checksum of the stored file. It is absent if it equals the checksum of the content. */
const part = checksum.extend({ stored: z.string().optional() });

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Whether tables, jobs and images are encrypted (suffix `.age`). */
  encrypted: z.boolean(),
  migrations: z.array(z.string()),
  /** The rows of each table in `tables/<name>.copy`, as COPY writes them, sorted by primary key. */
  tables: z.record(z.string(), part.extend({ columns: z.array(z.string()) })),
  /** Pending jobs, in `jobs.json`. */
  jobs: part,
  /** `photos.sha256`: checksums of the image files as stored, in the format of `sha256sum -c`. */
  photos: checksum,
  /** Whether the images are elsewhere, in a bucket that keeps its earlier versions. */
  withoutPhotos: z.boolean(),
});
export type Manifest = z.output<typeof manifest>;
export type Checksum = z.output<typeof checksum>;
export type Part = z.output<typeof part>;

export const createManifest = (parts: Omit<Manifest, "format">): Manifest => ({ format: FORMAT, ...parts });

const SIGNATURE = "manifest.sig";

/** A blank URL is no missing detail: it is a page that the operator does not have. */
export async function writeManifest(
  folder: string,
  manifestToWrite: Manifest,
  signer: Signer | undefined,
): Promise<void> {
  const text = `${JSON.stringify(manifestToWrite, null, 2)}\n`;
  if (signer) {
    const line = `${signer.publicKey} ${signer.sign(text)}\n`;
    await writeFile(join(folder, SIGNATURE), line, { mode: 0o600, flush: true });
  }
  await writeFile(join(folder, "manifest.json"), text, { mode: 0o600, flush: true });
}

/**
 * Reads the manifest of a backup.
 * @param trusted public keys, one of which must have signed it; undefined skips the check
 * @throws Error if the folder is not a backup, has an unknown format, or is not signed by a trusted key
 */
export async function readManifest(folder: string, trusted?: readonly string[]): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new Error(`${folder} is not a backup: manifest.json is missing`);
  });
  if (trusted) await assertSigned(folder, text, trusted);
  const damaged = new Error("The backup is damaged: manifest.json");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw damaged;
  }
  const result = manifest.safeParse(parsed);
  if (result.success) return result.data;
  const { format } = (parsed ?? {}) as { format?: unknown };
  throw typeof format === "number" && format > FORMAT ? new Error(UNKNOWN_FORMAT) : damaged;
}

async function assertSigned(folder: string, text: string, trusted: readonly string[]): Promise<void> {
  const line = await readFile(join(folder, SIGNATURE), "utf8").catch(() => {
    throw new Error("The backup is not signed");
  });
  if (!isSignedBy(trusted, text, line.trim().split(" ").at(-1) ?? ""))
    throw new Error("The backup is not signed by a trusted key, or it was modified");
}

export const partFile = (name: string, { encrypted }: Pick<Manifest, "encrypted">): string =>
  encrypted ? `${name}${ENCRYPTED_SUFFIX}` : name;

export const JOBS_PART = "jobs.json";
export const tablePart = (name: string): string => join("tables", `${name}.copy`);

export const photoFile = (key: string, file: PhotoFile): string => `photos/${key.slice(0, 2)}/${key}-${file}`;

/** Computes the checksum of a stream and counts its lines, which are the rows of COPY output. */
export function createChecksum(): { through: Transform; result(): Checksum } {
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

export const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

export async function checksumFile(path: string): Promise<Checksum> {
  const { through, result } = createChecksum();
  await pipeline(createReadStream(path), through, discard());
  return result();
}

export const sha256 = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

const CHECKSUM_LINE = /^([0-9a-f]{64}) {2}photos\/[0-9a-f]{2}\/([0-9a-f]{32})-([a-z]+\.(?:webp|avif))(?:\.age)?$/;

export async function readPhotoChecksums(folder: string): Promise<Map<string, PartialPhotoFiles<string>>> {
  const sums = new Map<string, PartialPhotoFiles<string>>();
  const text = await readFile(join(folder, "photos.sha256"), "utf8");
  for (const line of text.split("\n").slice(0, -1)) {
    const [, sha = "", key = "", name] = CHECKSUM_LINE.exec(line) ?? [];
    const file = PHOTO_FILES.find((one) => one === name);
    if (!file) throw new Error("The backup is damaged: photos.sha256");
    sums.set(key, { ...sums.get(key), [file]: sha });
  }
  return sums;
}
