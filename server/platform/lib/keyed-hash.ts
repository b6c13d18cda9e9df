import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Hashes values that must be comparable but not readable, such as email and network addresses (HMAC-SHA-256). The key
 * is not in the database, so a dump of it cannot be searched by guessing. Each purpose has its own key (HKDF, RFC
 * 5869): the same value has unrelated hashes for two purposes.
 * @param purpose such as `rate limit`
 * @param parts the values, in a fixed order
 * @returns 32 bytes
 */
export type KeyedHash = (purpose: string, ...parts: readonly string[]) => Buffer;

const KEY_BYTES = 32;
const FILE = "hash.key";

/** @param key at least 32 random bytes */
export function createKeyedHash(key: Buffer): KeyedHash {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const derived = Buffer.from(hkdfSync("sha256", key, "", `spotter ${purpose}`, KEY_BYTES));
    keys.set(purpose, derived);
    return derived;
  };
  // JSON keeps the parts apart: ("a", "bc") and ("ab", "c") differ.
  return (purpose, ...parts) => createHmac("sha256", keyFor(purpose)).update(JSON.stringify(parts)).digest();
}

export function readOrCreateHashKey(dataDir: string): Buffer {
  const path = join(dataDir, FILE);
  return checked(
    Buffer.from(
      readOrCreateKeyFile(path, () => randomBytes(KEY_BYTES).toString("hex")),
      "hex",
    ),
    path,
  );
}

function checked(key: Buffer, path: string): Buffer {
  if (key.length === KEY_BYTES) return key;
  throw new Error(`${path} must hold ${KEY_BYTES} bytes in hexadecimal. Restore it from your copy of the secrets.`);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Readable by its owner only. Processes that start at the same time get the same key. */
export function readOrCreateKeyFile(path: string, make: () => string): string {
  const known = read(path);
  if (known !== undefined) return known;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${make().trim()}\n`, { mode: 0o600, flush: true });
  try {
    // Fails if another process was first; its key is used then.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return read(path) ?? "";
}
