import { expect, test } from "vitest";
import { FILE_BYTES_MAX } from "#contract/limits.ts";
import { unpackFile } from "#web/screens/profile-editor/training/files/unpack-file.ts";
import { toBytes } from "#web/testing/track-files.ts";

async function pack(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
const file = (bytes: Uint8Array<ArrayBuffer>): Blob => new Blob([bytes]);

test("a plain file is returned as it is", async () => {
  expect(await unpackFile(file(toBytes("<gpx/>")))).toEqual(toBytes("<gpx/>"));
});

test("a packed file is unpacked", async () => {
  const text = "<gpx/>".repeat(100_000);
  expect(await unpackFile(file(await pack(text)))).toEqual(toBytes(text));
});

test("a file of the largest size is read, and one byte more is not", async () => {
  const largest = new Uint8Array(FILE_BYTES_MAX);
  expect(await unpackFile(file(largest))).toHaveLength(FILE_BYTES_MAX);
  const larger = new Blob([largest, "x"]);
  await expect(unpackFile(larger)).rejects.toMatchObject({ problem: "large" });
});

test("a small file that unpacks to gigabytes is given up at the limit", async () => {
  const bomb = await pack("x".repeat(FILE_BYTES_MAX + 1));
  expect(bomb.length).toBeLessThan(50_000);
  await expect(unpackFile(file(bomb))).rejects.toMatchObject({ problem: "large" });
});

test.each([
  ["cut off", (await pack("<gpx/>".repeat(1_000))).slice(0, -20)],
  ["only a beginning", Uint8Array.of(0x1f, 0x8b)],
  ["followed by something else", new Uint8Array([...(await pack("<gpx/>")), 1, 2, 3])],
])("a packed file that is %s is damaged", async (_, bytes) => {
  await expect(unpackFile(file(bytes))).rejects.toMatchObject({ problem: "damaged" });
});

test("a file that the device does not give is unreadable", async () => {
  const gone = { size: 10, arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")) } as Blob;
  await expect(unpackFile(gone)).rejects.toMatchObject({ problem: "unreadable" });
});
