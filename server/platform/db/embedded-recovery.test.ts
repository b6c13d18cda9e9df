import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { startEmbedded, waitUntilReady } from "#server/platform/db/embedded.ts";
import { describeRecovery } from "#server/platform/db/embedded-recovery.ts";
import { copyDataFolder } from "#server/testing/global-setup.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "spotter-recovery-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const LOG = `2026-11-30 20:00:00 UTC [1] LOG:  database system was interrupted; last known up at 2026-11-30 19:59:00 UTC
2026-11-30 20:00:01 UTC [1] LOG:  redo starts at 1/40000000
`;

test("names how far a recovery is", () => {
  expect(describeRecovery(LOG)).toBeUndefined();
  const syncing = "LOG:  syncing data directory (fsync), elapsed time: 10.00 s, current path: ./base/5/1249\n";
  expect(describeRecovery(syncing)).toBe("checking its files for 10 seconds");
  const one = "LOG:  redo in progress, elapsed time: 10.01 s, current LSN: 1/60000000\n";
  const two = "LOG:  redo in progress, elapsed time: 20.00 s, current LSN: 2/00000000\n";
  expect(describeRecovery(LOG + one)).toBe("0.5 GB of its log replayed in 10 seconds");
  expect(describeRecovery(LOG + one + two)).toBe("3.0 GB of its log replayed in 20 seconds");
});

const alive = { exitCode: null, signalCode: null };
const log = { logFile: "postgres.log", readLog: () => LOG };

/** Each attempt takes fifty seconds of the clock. */
function slowly(answers: readonly ("busy" | "silent" | pg.Client)[]) {
  vi.useFakeTimers({ toFake: ["Date"] });
  let nth = 0;
  return async () => {
    vi.setSystemTime(Date.now() + 50_000);
    return answers[nth++] ?? "silent";
  };
}

test("waits for a server that says it is starting, however long, and gives up one that is silent or has ended", async () => {
  const client = new pg.Client();
  const reports: string[] = [];
  const onRecovery = (progress: string) => void reports.push(progress);
  expect(await waitUntilReady(alive, slowly([...Array(3).fill("busy"), client]), log, { onRecovery })).toBe(client);
  expect(reports).toEqual(Array(3).fill("it has just begun"));
  await expect(waitUntilReady(alive, slowly(["busy", "silent", "silent", client]), log, {})).rejects.toThrow(
    "The embedded PostgreSQL did not start. See postgres.log.",
  );
  await expect(waitUntilReady({ ...alive, exitCode: 1 }, slowly([client]), log, {})).rejects.toThrow("did not start");
});

test("a server that recovers for long is waited for, and is ready with what it had", async () => {
  copyDataFolder(inject("preparedData"), dataDir);
  const go = join(dataDir, "go");
  // It recovers from an archive that has nothing, and takes its time to say so.
  writeFileSync(join(dataDir, "pg", "recovery.signal"), "");
  const restore = `until [ -e '${go}' ]; do sleep 0.05; done; false`;
  const settings = { restore_command: restore, hot_standby: "off" };
  let reports = 0;
  const onRecovery = (): void => {
    if (++reports === 3) writeFileSync(go, "");
  };
  const embedded = await startEmbedded({ dataDir, settings, onRecovery, progressEveryMs: 100 });
  const client = new pg.Client(embedded.connection);
  await client.connect();
  expect((await client.query("select count(*)::int as many from members")).rows).toEqual([{ many: 0 }]);
  await client.end();
  await embedded.stop();
  expect(reports).toBeGreaterThanOrEqual(3);
});

test("data of another major version of PostgreSQL are refused by name", async () => {
  copyDataFolder(inject("preparedData"), dataDir);
  const version = join(dataDir, "pg", "PG_VERSION");
  const major = readFileSync(version, "utf8").trim();
  writeFileSync(version, "17\n");
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    `was created by PostgreSQL 17, and this version of Spotter runs PostgreSQL ${major}.`,
  );
});
