import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateTypes } from "#server/testing/api-client/generate-types.ts";
import { testApp } from "#server/testing/test-app.ts";

const ROOT = join(import.meta.dirname, "..");
const JOURNEY = join(import.meta.dirname, "testing/api-client/journey.ts");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

const app = testApp();

/** @returns what the compiler says of a file that imports the types of the client */
async function check(folder: string, file: string): Promise<string> {
  const config = join(folder, "tsconfig.json");
  const compilerOptions = { lib: ["esnext", "dom"], paths: { "spotter-api": ["./openapi.ts"] } };
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, "tsconfig.base.json"), compilerOptions, files: [file] }));
  const run = promisify(execFile)(process.execPath, [TSC, "-p", config], { cwd: ROOT });
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout || `the compiler failed: ${stderr}`,
  );
}

describe("a client that is generated from the API document", () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "spotter-client-"));
    const document = await (await fetch(`${app.address}/api/docs/json`)).text();
    writeFileSync(join(folder, "openapi.ts"), await generateTypes(document));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has types that fit a journey", async () => {
    expect(await check(folder, JOURNEY)).toBe("");
  });

  test("has types that refuse another path, body or field of a reply", async () => {
    const wrong = join(folder, "wrong.mts");
    writeFileSync(
      wrong,
      `import type { operations, paths } from "spotter-api";
      export type Path = paths["/api/no-such-path"];
      export const body: operations["sendCrush"]["requestBody"]["content"]["application/json"] = { recipientId: 5 };
      export const field: keyof operations["sendCrush"]["responses"][200]["content"]["application/json"] = "isMach";`,
    );
    const errors = (await check(folder, wrong)).match(/wrong\.mts\(\d/g);
    expect(errors).toEqual(["wrong.mts(2", "wrong.mts(3", "wrong.mts(4"]);
  });

  test("walks the journey from sign-up to a conversation", async () => {
    const { walkJourney } = await import(pathToFileURL(JOURNEY).href);
    expect(await walkJourney(app.address)).toEqual({
      matchedAtFirst: false,
      refusal: "not_matched",
      matchedAtLast: true,
      read: [
        { from: "journey_ana", content: "Leg day?" },
        { from: "journey_ben", content: "Always." },
      ],
    });
  });
});
