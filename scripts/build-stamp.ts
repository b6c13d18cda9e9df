import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const stamp = join(root, "dist", ".stamp");
const SOURCES = [
  "web",
  "contract",
  "site.config.ts",
  "vite.config.ts",
  "scripts/analytics-meta.ts",
  "scripts/bare-contract.ts",
  "scripts/build.ts",
  "scripts/chunks.ts",
  "scripts/class-names.ts",
  "scripts/write-compressed.ts",
  "scripts/write-pages.ts",
  "scripts/share-picture.ts",
  "scripts/write-worker.ts",
  "package-lock.json",
];

function* filesIn(path: string): Generator<string> {
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name));
}

/** A hash of all that the build reads: file times lie after a checkout. */
function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of filesIn(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Whether what was built last was built from the sources as they are. */
export const isBuilt = (): boolean => existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources();

/** Notes that the sources as they are have been built. */
export const markBuilt = (): void => writeFileSync(stamp, hashSources());
