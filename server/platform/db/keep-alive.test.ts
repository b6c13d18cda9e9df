import { readFileSync } from "node:fs";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { JOBS } from "#server/jobs.ts";
import { openCopyConnection } from "#server/platform/db/backup-tables.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { createPubSub } from "#server/platform/realtime/pubsub.ts";
import { createProxiedDatabase } from "#server/testing/database-proxy.ts";

const ESTABLISHED = "01";
const KEEP_ALIVE_TIMER = "02";

function secondsUntilChecks(port: number): number[] {
  const [, ...lines] = readFileSync("/proc/net/tcp", "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const [, , remote = "", state, , timer = ""] = line.trim().split(/\s+/);
    const [kind, hundredths = ""] = timer.split(":");
    if (Number.parseInt(remote.split(":")[1] ?? "", 16) !== port || state !== ESTABLISHED) return [];
    return [kind === KEEP_ALIVE_TIMER ? Number.parseInt(hundredths, 16) / 100 : Number.POSITIVE_INFINITY];
  });
}

test.skipIf(process.platform !== "linux")(
  "each connection to the database is checked every ten seconds, so that one that was cut does not wait for hours",
  async () => {
    const { connection, proxy, drop } = await createProxiedDatabase();
    onTestFinished(drop);
    const log = pino({ level: "silent" });
    const database = openDatabase(connection, () => undefined);
    await database.pool.query("select");
    const copying = await openCopyConnection(connection);
    const pubsub = createPubSub(connection, log);
    await pubsub.listen(
      () => undefined,
      () => undefined,
    );
    const jobs = await openJobQueue(connection, JOBS, log);
    onTestFinished(async () => {
      await copying.end();
      await pubsub.close();
      await jobs.stop();
      await database.close();
    });
    const longest = () => Math.max(...secondsUntilChecks(proxy.port));
    expect(secondsUntilChecks(proxy.port).length).toBeGreaterThanOrEqual(5);
    // Traffic postpones a check by moments. The pool would close an idle connection after 10 seconds.
    await expect.poll(longest, { timeout: 3_000 }).toBeLessThanOrEqual(10);
  },
);
