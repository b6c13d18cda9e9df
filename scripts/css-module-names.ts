import { createHash } from "node:crypto";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const LENGTH = 5;

/**
 * What a class of a CSS module is called in the page: its own name and a few letters that stand for its file. Left to itself the
 * bundler adds the line too, which no two classes share, and which every page would load for each of them.
 * @param file the module's path, maybe with a query
 */
export function className(name: string, file: string): string {
  const [path = ""] = file.split("?");
  const hash = createHash("sha256").update(relative(ROOT, path)).digest("base64url").replace(/[-_]/g, "");
  return `${name}_${hash.slice(0, LENGTH)}`;
}
