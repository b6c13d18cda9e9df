import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const READY_MS = 60_000;

/** The environment of started processes. They share a compile cache. */
export const ENVIRONMENT = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
};

/** A Spotter in another process. */
export interface Spotter {
  readonly process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Waits until it is ready. @returns its address @throws Error with its output if it exits instead */
  ready(): Promise<string>;
  /** Resolves with its exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** The script to run: that of `npm start`, or one with short timers. */
export type Script = "scripts/start.ts" | "server/testing/fast-timers-app.ts";

/**
 * Runs Node as an unprivileged user if the tests run as root, as in production: in a user namespace, so that files keep
 * their owner.
 */
export const unprivilegedNode = (): readonly string[] =>
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
  const [command = "", ...before] = settings["NODE_ENV"] === "production" ? unprivilegedNode() : [process.execPath];
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

/** 0 if there is none, or it is stopping and has deleted the file. */
function pidOfDatabase(path: string): number {
  try {
    return Number(readFileSync(join(path, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}

/** The database of a killed app exits after it, and writes to the data folder until then. */
function waitForDatabase(path: string): void {
  const pid = pidOfDatabase(path);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + LEAVING_MS; pid > 0 && isAlive(pid) && Date.now() < end; )
    Atomics.wait(pause, 0, 0, 50);
}

/** Creates a temporary data folder. */
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
