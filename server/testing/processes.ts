import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const READY_MS = 60_000;

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

/** Starts one on a data folder, on any free port. */
export function startSpotter(dataDir: string, settings: Record<string, string> = {}): Spotter {
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
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

/** A data folder that is thrown away, even while the database of a killed app is still leaving it. */
export function makeDataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "spotter data, "));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }) };
}
