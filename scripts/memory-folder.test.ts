import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepTempFilesInMemory } from "./memory-folder.ts";

const PREFIX = `spotter-test-run-${process.getuid?.() ?? 0}-`;
let memory = "";
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), "spotter-memory-"));
  vi.stubEnv("TMPDIR", "/usual");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(memory, { recursive: true, force: true });
});

/** No process has this id. */
const NOBODY = 2 ** 22 + 1;

test("temporary files go to memory, from which those of killed runs are deleted", () => {
  for (const name of [PREFIX + NOBODY, PREFIX + process.ppid, `spotter-test-run-4999-${NOBODY}`])
    mkdirSync(join(memory, name));
  keepTempFilesInMemory(memory, 0);
  const folder = join(memory, PREFIX + process.pid);
  expect(process.env["TMPDIR"]).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(memory).sort()).toEqual(
    [PREFIX + process.pid, PREFIX + process.ppid, `spotter-test-run-4999-${NOBODY}`].sort(),
  );
});

test.each([
  ["has no room", () => memory, Infinity],
  ["does not exist", () => join(memory, "nothing"), 0],
])("temporary files stay where they were if the memory %s", (_, folder, freeBytesMin) => {
  keepTempFilesInMemory(folder(), freeBytesMin);
  expect(process.env["TMPDIR"]).toBe("/usual");
  expect(existsSync(join(memory, PREFIX + process.pid))).toBe(false);
});
