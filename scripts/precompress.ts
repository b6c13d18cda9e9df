import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

/** What becomes smaller: pictures and fonts are as small as they get, and the server writes addresses into pages. */
const WORDS = new Set([".css", ".js", ".json", ".svg", ".webmanifest"]);
/** Bytes under which there is nothing to save. */
const LEAST = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes the smallest forms of what is served beside it, as `.br` and `.gz`: the server sends them as they are, and compresses
 * the same file for nobody again.
 * @param folder what is served, whole
 */
export async function writeCompressed(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => WORDS.has(extname(file)));
  const write = async (file: string): Promise<void> => {
    const path = join(folder, file);
    const plain = readFileSync(path);
    if (plain.length < LEAST) return;
    const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length };
    writeFileSync(`${path}.br`, await brotli(plain, { params }));
    writeFileSync(`${path}.gz`, await zip(plain, { level: zlib.Z_BEST_COMPRESSION }));
  };
  await Promise.all(files.map(write));
}
