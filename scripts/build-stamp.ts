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
  "vite.console.config.ts",
  "scripts/analytics-meta.ts",
  "scripts/build.ts",
  "scripts/manual-chunks.ts",
  "scripts/css-module-names.ts",
  "scripts/font-subsets.ts",
  "scripts/help-articles.ts",
  "scripts/inline-script.ts",
  "scripts/precompress.ts",
  "scripts/prerender-pages.ts",
  "scripts/social-preview-image.ts",
  "scripts/build-service-worker.ts",
  "package-lock.json",
];

function* filesIn(path: string): Generator<string> {
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name));
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of filesIn(join(root, source))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

export const isBuilt = (): boolean => existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources();

export const markBuilt = (): void => writeFileSync(stamp, hashSources());
