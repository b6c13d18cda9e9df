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

export interface Spotter {
  readonly process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Waits until it is ready. @returns its address @throws Error with its output if it exits instead */
  ready(): Promise<string>;
  readonly ended: Promise<number | null>;
}

/** The script to run: that of `npm start`, or one with short timers. */
export type Script = "scripts/start.ts" | "server/testing/fast-timers-app.ts";

/**
 * Runs Node as an unprivileged user if the tests run as root, as in production. Uses a user namespace, so that files
 * keep their owner.
 */
export const unprivilegedNode = (): readonly string[] =>
  process.geteuid?.() === 0
    ? ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--", process.execPath]
    : [process.execPath];

/** On a free port. @param root the checkout to run */
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
      ...(settings["NODE_ENV"] !== "production" && { RATE_LIMITS: "off", PASSWORD_HASHING: "minimal" }),
      IMAGE_CHECKS: "off",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let onOutput = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      onOutput();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const ready = () =>
    new Promise<string>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error(`not ready: ${printed}`)), READY_MS);
      onOutput = () => {
        const [, address] = /ready at (\S+)/.exec(printed) ?? [];
        if (!address) return;
        clearTimeout(timeout);
        resolve(address);
      };
      onOutput();
      void ended.then(() => {
        clearTimeout(timeout);
        reject(new Error(`exited before it was ready: ${printed}`));
      });
    });
  return { process: child, output: () => printed, ready, ended };
}

const EXIT_WAIT_MS = 3_000;

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** 0 if there is none, or it is stopping and has deleted the file. */
function readDatabasePid(path: string): number {
  try {
    return Number(readFileSync(join(path, "pg", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}

/** The database exits after the killed app and writes to the data folder until then. */
function waitForDatabase(path: string): void {
  const pid = readDatabasePid(path);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + EXIT_WAIT_MS; pid > 0 && isAlive(pid) && Date.now() < end; )
    Atomics.wait(pause, 0, 0, 50);
}

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
