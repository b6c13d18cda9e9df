import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readOrCreateKeyFile } from "#server/lib/key-file.ts";

/**
 * Hashes values that must be comparable but not readable, such as e-mail addresses and network addresses (HMAC-SHA-256).
 * The key is not in the database, so a dump of it cannot be searched by guessing. Each purpose has a key of its own
 * (HKDF, RFC 5869): the same value has unrelated hashes for two purposes.
 * @param purpose what the hash is for, such as `rate limit`
 * @param parts the values, in a fixed order
 * @returns 32 bytes
 */
export type KeyedHash = (purpose: string, ...parts: readonly string[]) => Buffer;

const KEY_BYTES = 32;
const FILE = "hash.key";

/** @param key at least 32 random bytes */
export function makeKeyedHash(key: Buffer): KeyedHash {
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

/**
 * Reads the key of a data folder, and creates it the first time (`hash.key`, readable by its owner only). Of several
 * processes that start at once, all get the same key.
 */
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
