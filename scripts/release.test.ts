import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ENVIRONMENT, unprivilegedNode } from "#server/testing/spotter-process.ts";
import { buildEnvironment } from "./build-in-child.ts";
import { copyRelease } from "./release.ts";

const ROOT = join(import.meta.dirname, "..");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spotter-release-"));
});

const pathsIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => !path.startsWith("node_modules/"));

function setWritable(root: string, writable: boolean): void {
  for (const path of ["", ...pathsIn(root)]) {
    const status = lstatSync(join(root, path));
    if (status.isSymbolicLink()) continue;
    chmodSync(join(root, path), writable ? status.mode | 0o200 : status.mode & ~0o222);
  }
}
afterEach(() => {
  setWritable(folder, true);
  rmSync(folder, { recursive: true });
});

/** Uses the packages of this checkout. */
function makeRelease(): string {
  const release = join(folder, "release");
  copyRelease(release);
  symlinkSync(join(ROOT, "node_modules"), join(release, "node_modules"));
  return release;
}

describe("a release", () => {
  test("contains the server and the built pages, without history, tests, build tools or web sources", () => {
    const paths = pathsIn(makeRelease());
    expect(paths).toEqual(
      expect.arrayContaining([
        "release.json",
        "dist/web/built.json",
        "server/main.ts",
        "dist/console/console/index.html",
      ]),
    );
    const unexpected =
      /\.git|\.test\.ts|^server\/testing|^e2e|^bench|^web\/(?!public)|\bvite|^dist\/design|\.env|^data/;
    expect(paths.filter((path) => unexpected.test(path))).toEqual([]);
  });

  test("keeps the hashed files of the release before it, and of none before that", () => {
    const assets = (release: string) => join(folder, release, "dist/web/assets");
    const releases = ["first", "second", "third"];
    for (const [i, release] of releases.entries()) {
      copyRelease(join(folder, release), i === 0 ? undefined : join(folder, releases[i - 1] ?? ""));
      writeFileSync(join(assets(release), `page-${release}.js`), "");
    }
    const kept = readdirSync(assets("third")).filter((name) => name.startsWith("page-"));
    // The one of `first` would only be there if `second` had passed on what it had kept.
    expect(kept.filter((name) => releases.some((release) => name === `page-${release}.js`))).toEqual([
      "page-second.js",
      "page-third.js",
    ]);
  });

  test("rejects a folder that is not empty", () => {
    writeFileSync(join(folder, "mine"), "");
    expect(() => copyRelease(folder)).toThrow("is not empty");
  });

  test("serves from a read-only folder without installing or building", async () => {
    const release = makeRelease();
    setWritable(release, false);
    const before = pathsIn(release);
    const data = join(folder, "data");
    mkdirSync(data, { mode: 0o700 });
    const [command = "", ...rest] = unprivilegedNode();
    const env = {
      PATH: ENVIRONMENT.PATH,
      NODE_ENV: "production",
      PUBLIC_URL: "https://spotter.example",
      DATA_DIR: data,
      PORT: "0",
    };
    const child = spawn(command, [...rest, "scripts/run.cjs", "scripts/start.ts"], { cwd: release, env });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        printed += text;
      });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/ready at|cannot start|Error/);
    const address = /listening at (http:[^"]+)/.exec(printed)?.[1] ?? "";
    expect(printed).not.toMatch(/Installing|Building|cannot start/);
    expect(await (await fetch(`${address}/`)).text()).toContain("<title>");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(pathsIn(release)).toEqual(before);
    expect(existsSync(join(release, "data"))).toBe(false);
  }, 120_000);
});

test("the build process receives none of the server's settings", () => {
  const secret = {
    STRIPE_SECRET_KEY: "sk_live_1",
    SMTP_URL: "smtp://a:b@c",
    DATABASE_URL: "postgres://a:b@c/d",
    HASH_KEY: "ff",
  };
  const needed = { PATH: "/bin", HOME: "/root" };
  expect(buildEnvironment({ ...secret, ...needed, NODE_OPTIONS: "--import x" })).toEqual(needed);
});
