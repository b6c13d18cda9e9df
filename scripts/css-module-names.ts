import { createHash } from "node:crypto";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const LENGTH = 5;

/**
 * By default the bundler also hashes the line number, which makes every name unique and the pages larger.
 * @param file the module's path, possibly with a query
 */
export function className(name: string, file: string): string {
  const [path = ""] = file.split("?");
  const hash = createHash("sha256").update(relative(ROOT, path)).digest("base64url").replace(/[-_]/g, "");
  return `${name}_${hash.slice(0, LENGTH)}`;
}
