import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const READY_MS = 60_000;

/** What a process of ours has of this one's environment. The first compiles what all the others begin with. */
export const ENVIRONMENT = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
};

/** A Spotter in a process of its own, started as `npm start` does. */
export interface Spotter {
  readonly process: ChildProcess;
  /** All it has printed so far. */
  output(): string;
  /** Where it answers. @throws Error with what it printed, when it ends instead */
  ready(): Promise<string>;
  /** Resolves with its exit code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** How a Spotter is started: as `npm start` does, or one that has no time (`hasty-spotter.ts`). */
export type Script = "scripts/start.ts" | "server/testing/hasty-spotter.ts";

/** Node as somebody else where we are root, as whom nothing runs in production: in a user namespace, so that files stay ours. */
export const asSomebody = (): readonly string[] =>
  process.geteuid?.() === 0
    ? ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--", process.execPath]
    : [process.execPath];

/** Starts one on a data folder, on any free port. @param root of another checkout, to compare with */
export function startSpotter(
  dataDir: string,
  settings: Record<string, string> = {},
  script: Script = "scripts/start.ts",
  root: string = ROOT,
): Spotter {
  const [command = "", ...before] = settings["NODE_ENV"] === "production" ? asSomebody() : [process.execPath];
  const child = spawn(command, [...before, script], {
    cwd: root,
    env: {
      ...ENVIRONMENT,
      DATA_DIR: dataDir,
      PORT: "0",
      DEMO_MEMBERS: "0",
      RATE_LIMITS: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let changed = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      changed();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const ready = () =>
    new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not ready: ${printed}`)), READY_MS);
      changed = () => {
        const [, address] = /ready at (\S+)/.exec(printed) ?? [];
        if (!address) return;
        clearTimeout(late);
        resolve(address);
      };
      changed();
      void ended.then(() => {
        clearTimeout(late);
        reject(new Error(`ended before it was ready: ${printed}`));
      });
    });
  return { process: child, output: () => printed, ready, ended };
}

const LEAVING_MS = 3_000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** 0 where there is none, or it is just leaving and has taken the file with it. */
function pidOfDatabase(path: string): number {
  try {
    return Number(readFileSync(join(path, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}

/** The database of an app that was killed leaves after it, and writes until then. */
function waitForDatabase(path: string): void {
  const pid = pidOfDatabase(path);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + LEAVING_MS; pid > 0 && isAlive(pid) && Date.now() < end; )
    Atomics.wait(pause, 0, 0, 50);
}

/** A data folder that is thrown away. */
export function makeDataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "spotter data, "));
  return {
    path,
    remove() {
      waitForDatabase(path);
      rmSync(path, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}
