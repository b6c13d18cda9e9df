import dns from "node:dns";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PhotoStoreError, readPhotoFiles } from "#server/platform/adapters/photo-store.ts";
import { createS3PhotoStore } from "#server/platform/adapters/s3-photo-store.ts";
import type { S3Limits } from "#server/platform/adapters/s3-requests.ts";
import { newImageKey } from "#server/platform/lib/ids.ts";
import { registry } from "#server/platform/observability/metrics.ts";
import { makeFiles } from "#server/testing/photo-store-suite.ts";
import { type Fault, STAND_IN_SECRET, startS3StandIn } from "#server/testing/s3-stand-in.ts";

const s3 = await startS3StandIn();
const lines: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
const open = (limits: Partial<S3Limits> = {}, settings = s3.settings) => createS3PhotoStore(settings, log, limits);

beforeEach(() => {
  s3.reset();
  lines.length = 0;
});
afterAll(() => s3.close());

/** An image in the bucket, whose files are too large for the buffers of a connection. */
async function stored(scale = 1000): Promise<string> {
  const key = newImageKey();
  await open().put(key, makeFiles(scale));
  s3.reset();
  return key;
}

const FAULT: Fault = { kind: "error", status: 503, code: "ServiceUnavailable" };

describe("a request that fails", () => {
  test.each(["PUT", "GET", "HEAD", "DELETE"])("is repeated (%s)", async (method) => {
    const key = await stored();
    s3.plan(method, FAULT);
    s3.plan(method, { kind: "reset" });
    const store = open();
    const work = {
      PUT: () => store.put(key, makeFiles()),
      GET: () => readPhotoFiles(store, key),
      HEAD: () => store.find(key, "full.webp"),
      DELETE: () => store.delete(key),
    };
    await work[method as keyof typeof work]();
    expect(s3.seen.length).toBeGreaterThan(2);
  });

  test("fails after three attempts, without keys and secrets in the error and in the log", async () => {
    const key = await stored();
    s3.plan("GET", FAULT, 3);
    const failed = await open()
      .read(key, "full.webp")
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PhotoStoreError);
    expect(String(failed)).toBe("Error: photo store: read failed: ServiceUnavailable 503");
    expect(s3.seen).toHaveLength(3);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, msg: "photo store: request failed", operation: "read", code: "ServiceUnavailable 503" },
    ]);
    const said = `${lines.join()} ${(failed as Error).stack}`;
    for (const secret of [key, STAND_IN_SECRET, s3.settings.accessKeyId, s3.settings.bucket])
      expect(said).not.toContain(secret);
  });

  test("is not repeated if the store refuses it, and a missing bucket is not a missing image", async () => {
    const key = await stored();
    s3.plan("PUT", { kind: "error", status: 403, code: "AccessDenied" }, 9);
    await expect(open().put(key, makeFiles())).rejects.toThrow("photo store: put failed: AccessDenied 403");
    expect(s3.seen).toHaveLength(4);
    const elsewhere = open({}, { ...s3.settings, bucket: "another" });
    await expect(elsewhere.read(key, "full.webp")).rejects.toThrow("NoSuchBucket 404");
  });

  test("waits for the other files of the image before it fails", async () => {
    s3.plan("PUT", { kind: "error", status: 403, code: "AccessDenied" });
    await expect(open().put(newImageKey(), makeFiles())).rejects.toThrow(PhotoStoreError);
    expect(s3.seen.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false]);
  });
});

test("a page of another server is no image, and no confirmation of one", async () => {
  const store = open();
  const [key, files] = [newImageKey(), makeFiles()];
  s3.reset();
  s3.plan("PUT", { kind: "page" });
  await expect(store.put(key, files)).rejects.toThrow("photo store: put failed: WrongAnswer");
  s3.plan("GET", { kind: "page" });
  await expect(store.read(key, "full.webp")).rejects.toThrow("photo store: read failed: WrongAnswer");
});

describe("a store that does not answer", () => {
  const quick = { attemptMs: 100, operationMs: 2000, idleMs: 150, attempts: 2 };

  test("fails each attempt, then the operation", async () => {
    const key = await stored();
    s3.plan("GET", { kind: "stall" }, 2);
    await expect(open(quick).read(key, "full.webp")).rejects.toThrow("photo store: read failed: ETIMEDOUT");
    expect(s3.seen).toHaveLength(2);
    await expect.poll(() => s3.seen.every(({ isOpen }) => !isOpen)).toBe(true);
  });

  test("fails operations that wait for a connection: after their time, or at once if too many wait", async () => {
    const key = await stored(100_000);
    s3.plan("GET", { kind: "pause" }, 2);
    const store = open({ operationMs: 300, connections: 2, waiting: 3 });
    // A file that is being read keeps its connection, so none becomes free meanwhile.
    const held = await Promise.all([store.read(key, "full.webp"), store.read(key, "full.webp")]);
    const reads = Array.from({ length: 6 }, () => store.read(key, "full.webp"));
    const settled: number[] = [];
    for (const [i, read] of reads.entries()) read.catch(() => settled.push(i));
    await expect(reads.at(-1)).rejects.toThrow("photo store: read failed: Busy");
    expect(settled.toSorted()).toEqual([3, 4, 5]);
    expect((await Promise.allSettled(reads)).every(({ status }) => status === "rejected")).toBe(true);
    expect(s3.seen).toHaveLength(2);
    for (const file of held) file?.stream.destroy();
    await expect.poll(() => s3.seen.some(({ isOpen }) => isOpen)).toBe(false);
    s3.reset();
    await expect.poll(() => readPhotoFiles(store, key).catch(() => undefined)).toBeDefined();
  });

  test("after half of a file breaks the stream", async () => {
    const key = await stored(100_000);
    for (const fault of [{ kind: "pause" }, { kind: "cut" }] as const) {
      s3.plan("GET", fault);
      const file = await open(quick).read(key, "full.webp");
      expect(file?.bytes).toBe(500_000);
      const body = file ? buffer(file.stream) : undefined;
      await expect(body).rejects.toThrow(/^photo store: stream failed: (ECONNRESET|TimeoutError)/);
      await expect(body).rejects.toBeInstanceOf(PhotoStoreError);
    }
    expect(lines.map((line) => JSON.parse(line).operation)).toEqual(["stream", "stream"]);
  });

  test("loses no more than its time with a viewer who takes nothing", async () => {
    const key = await stored(2_000_000);
    const file = await open({ streamMs: 100 }).read(key, "full.webp");
    await expect.poll(() => s3.seen.every(({ isOpen }) => !isOpen)).toBe(true);
    await expect(file ? buffer(file.stream) : undefined).rejects.toThrow(PhotoStoreError);
  });
});

test("a stream that its reader destroys ends the request, without a failure", async () => {
  const key = await stored(2_000_000);
  const file = await open().read(key, "full.webp");
  expect(s3.seen[0]?.isOpen).toBe(true);
  file?.stream.destroy();
  await expect.poll(() => s3.seen[0]?.isOpen).toBe(false);
  expect(lines).toEqual([]);
});

test("the bucket may be part of the host", async () => {
  const { port } = new URL(s3.settings.endpoint);
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(((_: string, options: object, done: unknown) => {
    const answer = done as (error: null, address: unknown, family?: number) => void;
    if ("all" in options && options.all) answer(null, [{ address: "127.0.0.1", family: 4 }]);
    else answer(null, "127.0.0.1", 4);
  }) as unknown as typeof dns.lookup);
  const store = open({}, { ...s3.settings, endpoint: `http://store.test:${port}`, pathStyle: false });
  const [key, files] = [newImageKey(), makeFiles()];
  await store.put(key, files);
  expect(await readPhotoFiles(store, key)).toEqual(files);
  expect(lookup.mock.calls.map(([host]) => host)).toContain("pictures.store.test");
  lookup.mockRestore();
});

test("requests and failures are counted by operation", async () => {
  const figure = async (series: string) =>
    Number((await registry.metrics()).split(`\nspotter_photo_store_${series} `)[1]?.split("\n")[0] ?? 0);
  const series = [
    'request_duration_seconds_count{operation="find",outcome="ok"}',
    'request_duration_seconds_count{operation="find",outcome="missing"}',
    'request_duration_seconds_count{operation="find",outcome="failed"}',
    'failures_total{operation="find"}',
  ];
  const read = () => Promise.all(series.map(figure));
  const key = await stored();
  const before = await read();
  const store = open();
  await store.find(key, "full.webp");
  await store.find(newImageKey(), "full.webp");
  s3.plan("HEAD", FAULT, 3);
  await store.find(key, "full.webp").catch(() => undefined);
  expect((await read()).map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1, 1, 1]);
});
