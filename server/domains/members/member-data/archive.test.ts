import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type ArchiveFile,
  archive,
  jsonFile,
  jsonWithList,
  textFile,
} from "#server/domains/members/member-data/archive.ts";
import { readZip } from "#server/testing/read-zip.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

async function* filesOf(...files: ArchiveFile[]) {
  yield* files;
}

test("an archive contains its files, compressed or not", async () => {
  const picture = Buffer.from([1, 2, 3, 4]);
  const made = archive(
    filesOf(
      jsonFile("a.json", { word: "Crème" }),
      { name: "folder/b.webp", content: Readable.from([picture]), isPacked: true },
      textFile("empty.txt", []),
    ),
    NOW,
  );
  const files = await readZip(await buffer(made));
  expect([...files.keys()]).toEqual(["a.json", "folder/b.webp", "empty.txt"]);
  expect(JSON.parse(String(files.get("a.json")))).toEqual({ word: "Crème" });
  expect(files.get("folder/b.webp")).toEqual(picture);
});

test.each([[[]], [[1]], [[{ a: [1] }, "b", null]]])("%j is a list in JSON", async (items) => {
  async function* each() {
    yield* items;
  }
  const text = (await Array.fromAsync(jsonWithList({ first: 1 }, "items", each()))).join("");
  expect(JSON.parse(text)).toEqual({ first: 1, items });
  // The same bytes as if the JSON had been written in one piece.
  expect(text).toBe(`${JSON.stringify({ first: 1, items }, null, 2)}\n`);
});

test("an archive is generated at the speed of its reader, and stops with it", async () => {
  let made = 0;
  let isOver = false;
  async function* endless(): AsyncGenerator<ArchiveFile> {
    try {
      for (;;) yield { name: `${made++}.bin`, content: Readable.from([Buffer.alloc(64 * 1024, made)]), isPacked: true };
    } finally {
      isOver = true;
    }
  }
  const data = archive(endless(), NOW);
  for (let i = 0; i < 200; i++) await nextTurn();
  expect(made).toBeLessThan(20);
  const before = made;
  for (let i = 0; i < 10; i++) data.read();
  for (let i = 0; i < 200; i++) await nextTurn();
  expect(made).toBeGreaterThan(before);
  data.destroy();
  await expect.poll(() => isOver).toBe(true);
});

test("an archive fails if one of its files does", async () => {
  async function* broken() {
    yield "half";
    throw new Error("the disk is gone");
  }
  const data = archive(filesOf(textFile("a.txt", broken()), textFile("b.txt", ["never"])), NOW);
  await expect(buffer(data)).rejects.toThrow("the disk is gone");
});
