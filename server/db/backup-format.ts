import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";

/** Raised when a folder of today could be read wrongly by the code of yesterday. */
const FORMAT = 1;
const OTHER_FORMAT = "This backup has another format: restore it with the version that made it";

const sum = z.object({ rows: z.int(), sha256: z.string() });

/** What a backup's folder holds, in its `manifest.json`. */
const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** The schema, by the names of its migrations. */
  migrations: z.array(z.string()),
  /** Each table's rows in the order of its key, as COPY writes them, in `tables/<name>.copy`. */
  tables: z.record(z.string(), sum.extend({ columns: z.array(z.string()) })),
  /** Work that waited, in `jobs.json`. */
  jobs: sum,
  /** Sums of the pictures' files, two for each row, as `sha256sum -c` takes them, in `photos.sha256`. */
  photos: sum,
});
export type Manifest = z.output<typeof manifest>;
export type Sum = z.output<typeof sum>;

export const newManifest = (parts: Omit<Manifest, "format">): Manifest => ({ format: FORMAT, ...parts });

/** @throws Error where the folder is no backup, or not one of ours */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new Error(`There is no backup in ${folder}: its manifest.json is not there`);
  });
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
  throw typeof format === "number" && format !== FORMAT ? new Error(OTHER_FORMAT) : damaged;
}

export const tableFile = (name: string): string => join("tables", `${name}.copy`);

/** Where a picture's file is in a backup. */
export const photoFile = (key: string, size: string): string => `photos/${key.slice(0, 2)}/${key}-${size}.webp`;

/** Counts the lines of what goes through, which COPY ends each row with, and sums it up. */
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

/** Takes what is only to be measured. */
export const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The sum of a file. */
export async function measureFile(path: string): Promise<Sum> {
  const { through, result } = measure();
  await pipeline(createReadStream(path), through, nowhere());
  return result();
}

export const sha256 = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

const SUM_LINE = /^([0-9a-f]{64}) {2}(photos\/[0-9a-f]{2}\/([0-9a-f]{32})-(full|thumb)\.webp)$/;

/** The pictures of a backup: by key, each size's sum. */
export async function readPhotoSums(folder: string): Promise<Map<string, { full?: string; thumb?: string }>> {
  const sums = new Map<string, { full?: string; thumb?: string }>();
  const text = await readFile(join(folder, "photos.sha256"), "utf8");
  for (const line of text.split("\n").slice(0, -1)) {
    const [, sha = "", , key = "", size] = SUM_LINE.exec(line) ?? [];
    if (size !== "full" && size !== "thumb") throw new Error("photos.sha256 cannot be read");
    sums.set(key, { ...sums.get(key), [size]: sha });
  }
  return sums;
}
