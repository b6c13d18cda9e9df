import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleInlineScript, FIRST_TEXT } from "./inline-script.ts";

/** Gzipped. Every page contains the script, before everything that the browser can show. */
const BYTES_MAX = 1960;
const FIRST_TEXT_BYTES_MAX = 3400;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "spotter-inline-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the inline script is small", async () => {
  const code = await bundleInlineScript();
  expect(gzipSync(code).length).toBeLessThanOrEqual(BYTES_MAX);
  // The application of the theme to the first paint.
  expect(code).toContain("prefers-color-scheme: dark");
});

test("the script that draws the first messages is small", async () => {
  expect(gzipSync(await bundleInlineScript(FIRST_TEXT)).length).toBeLessThanOrEqual(FIRST_TEXT_BYTES_MAX);
});

test("an inline script with a package is rejected", async () => {
  const react = join(import.meta.dirname, "../node_modules/react/index.js");
  const script = join(folder, "script.ts");
  writeFileSync(script, `import { version } from ${JSON.stringify(react)}; console.log(version);`);
  await expect(bundleInlineScript(script)).rejects.toThrow("contains packages");
});
