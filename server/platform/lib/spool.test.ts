import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { createSpool } from "#server/platform/lib/spool.ts";

const folder = mkdtempSync(join(tmpdir(), "spotter-spool-"));
afterAll(() => rmSync(folder, { recursive: true }));
const log = pino({ level: "silent" });
const ROOM = { bytes: 1000, bytesFree: 0 };

test("removes the files of processes that have ended, and no others", async () => {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  const name = (host: string, pid: number | undefined) => `${host}-${pid}-${"0".repeat(32)}`;
  const keep = [name(hostname(), process.ppid), name("another-machine", child.pid), "a file of the operator's"];
  const gone = [name(hostname(), child.pid), name(hostname(), process.pid)];
  for (const file of [...keep, ...gone]) writeFileSync(join(folder, file), "");
  // A container has a new hostname after each start.
  const old = name("another-container", 1);
  writeFileSync(join(folder, old), "");
  for (const file of [old, "a file of the operator's"]) utimesSync(join(folder, file), 0, 0);
  await createSpool(folder, log, ROOM).removeLeftovers();
  expect(readdirSync(folder).sort()).toEqual(keep.sort());
});

test("removing files frees their space, and rejects later writes", async () => {
  const spool = createSpool(join(folder, "room"), log, ROOM);
  const write = async () => {
    const files = await spool.begin();
    await files.write(Readable.from([Buffer.alloc(600)]));
    return files;
  };
  const first = await write();
  await expect(write()).rejects.toMatchObject({ code: "server_busy" });
  await first.remove();
  await expect(first.write(Readable.from([Buffer.alloc(1)]))).rejects.toThrow("the upload has ended");
  const next = await write();
  await next.remove();
});

test("rejects an upload if too little disk space would stay free", async () => {
  const spool = createSpool(folder, log, { bytes: 1000, bytesFree: Number.MAX_SAFE_INTEGER });
  await expect(spool.begin()).rejects.toMatchObject({ code: "server_busy", retryAfter: expect.any(Number) });
});
