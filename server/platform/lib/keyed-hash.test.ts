import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createKeyedHash, readOrCreateHashKey } from "#server/platform/lib/keyed-hash.ts";

describe("a keyed hash", () => {
  const hash = createKeyedHash(Buffer.alloc(32, 1));

  test("differs by key, purpose and the borders between parts", () => {
    const one = hash("email", "maya@example.com").toString("hex");
    expect(hash("email", "maya@example.com").toString("hex")).toBe(one);
    expect(createKeyedHash(Buffer.alloc(32, 2))("email", "maya@example.com").toString("hex")).not.toBe(one);
    expect(hash("network", "maya@example.com").toString("hex")).not.toBe(one);
    expect(hash("email", "a", "bc")).not.toEqual(hash("email", "ab", "c"));
  });
});

describe("the key file of a data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "spotter-key-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("is created once, for its owner only, and read again", () => {
    const data = join(folder, "data");
    const key = readOrCreateHashKey(data);
    expect(key).toHaveLength(32);
    expect(readOrCreateHashKey(data)).toEqual(key);
    expect(statSync(join(data, "hash.key")).mode & 0o777).toBe(0o600);
    expect(readdirSync(data)).toEqual(["hash.key"]);
  });

  test("is rejected if it is damaged, never replaced", () => {
    writeFileSync(join(folder, "hash.key"), "abc\n");
    expect(() => readOrCreateHashKey(folder)).toThrow("must hold 32 bytes");
  });
});
