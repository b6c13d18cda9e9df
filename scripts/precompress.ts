import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

/** Files that become smaller. Images and fonts are compressed already, and the server inserts URLs into HTML pages. */
const COMPRESSIBLE = new Set([".css", ".js", ".json", ".svg", ".webmanifest"]);
/** Smaller files are not worth compressing. */
const BYTES_MIN = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The server need not compress them on each request. @param folder the served folder */
export async function writeCompressed(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    COMPRESSIBLE.has(extname(file)),
  );
  const write = async (file: string): Promise<void> => {
    const path = join(folder, file);
    const plain = readFileSync(path);
    if (plain.length < BYTES_MIN) return;
    const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length };
    writeFileSync(`${path}.br`, await brotli(plain, { params }));
    writeFileSync(`${path}.gz`, await zip(plain, { level: zlib.Z_BEST_COMPRESSION }));
  };
  await Promise.all(files.map(write));
}
