import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect } from "vitest";

/**
 * A test's timeout cannot end a loop in its own thread, so another thread ends the process of a fuzz test whose thread
 * is blocked for too long. The run then fails instead of hanging.
 */
const BLOCKED_MAX_MS = Number(process.env["TEST_BLOCKED_MAX_MS"] ?? 60_000);
const BEAT_MS = 500;

const WATCH = `
  const { workerData: { beats, path, blockedMax } } = require("node:worker_threads");
  let last = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    if (now !== last) return void (last = now);
    require("node:fs").writeSync(2, path + " has blocked its thread for too long\\n");
    process.kill(process.pid, "SIGKILL");
  }, blockedMax);`;

const { testPath: path = "" } = expect.getState();
if (path.endsWith("fuzz.test.ts")) {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  let watchdog: Worker;
  let beating: NodeJS.Timeout;
  beforeAll(() => {
    watchdog = new Worker(WATCH, { eval: true, workerData: { beats, path, blockedMax: BLOCKED_MAX_MS } });
    beating = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS);
  });
  afterAll(async () => {
    clearInterval(beating);
    await watchdog.terminate();
  });
}
