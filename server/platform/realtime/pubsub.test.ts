import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPubSub, type PubSub } from "#server/platform/realtime/pubsub.ts";
import { startNetworkLine } from "#server/testing/network-line.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

let database: TestDatabase;
let mine: PubSub;
let other: PubSub;
const heard: { n?: number; text?: string }[] = [];
let gaps = 0;
const logged: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const open = () => createPubSub(database.connection, log);
  [mine, other] = [open(), open()];
  await other.listen(
    (message) => {
      if ((message as { text?: string }).text === "unheard of") throw new Error("Nobody knows what that is");
      heard.push(message as { n: number });
    },
    () => gaps++,
  );
  await mine.listen(
    () => heard.push({ text: "one's own" }),
    () => undefined,
  );
});
beforeEach(() => {
  heard.length = 0;
  gaps = 0;
  logged.length = 0;
});
afterAll(async () => {
  await Promise.all([mine.close(), other.close()]);
  await database.drop();
});

const count = () => heard.length;

describe("pub/sub", () => {
  test("delivers a repeated message as often as it was sent", async () => {
    for (let i = 0; i < 3; i++) mine.send({ text: "again" });
    await expect.poll(count).toBe(3);
  });

  test("isolates a failing message within a batch", async () => {
    for (const text of ["first", "unheard of", "with it", "unheard of", "last"]) mine.send({ text });
    await expect.poll(count).toBe(3);
    expect(heard.map(({ text }) => text)).toEqual(["first", "with it", "last"]);
  });

  test("delivers a message longer than one notification, in order and in any script", async () => {
    const long = "Über 💪 ".repeat(9000);
    for (const text of ["before", long, "after"]) mine.send({ text });
    await expect.poll(count).toBe(3);
    expect(heard).toEqual([{ text: "before" }, { text: long }, { text: "after" }]);
  });

  test("reports a gap after a lost connection and continues", async () => {
    const { rowCount } = await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    );
    expect(rowCount).toBe(2);
    await expect.poll(() => gaps, { timeout: 5000 }).toBe(1);
    expect(logged.filter((text) => text === "pubsub: listen connection lost")).toHaveLength(2);
    mine.send({ text: "still here" });
    await expect.poll(count).toBe(1);
  });

  test("retries a publish after its connection was lost", async () => {
    mine.send({ n: 1 });
    await expect.poll(count).toBe(1);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_notify%' and pid <> pg_backend_pid()",
    );
    mine.send({ n: 2 });
    await expect.poll(count, { timeout: 5000 }).toBe(2);
  });

  test("reports a gap after a silent network failure and reconnects", async () => {
    const line = await startNetworkLine({ path: `${database.connection.host}/.s.PGSQL.5432` });
    const cutOff = createPubSub(
      { ...database.connection, host: "127.0.0.1", port: line.port },
      pino({ level: "silent" }),
      { heartbeatMs: 200 },
    );
    let gapsThere = 0;
    const heardThere: unknown[] = [];
    await cutOff.listen(
      (message) => heardThere.push(message),
      () => gapsThere++,
    );
    line.isSilent = true;
    cutOff.send({ text: "lost" });
    mine.send({ text: "unheard" });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(heardThere).toEqual([]);
    line.isSilent = false;
    // Both sides learn that they have missed something.
    await expect.poll(() => gapsThere, { timeout: 5000 }).toBeGreaterThan(0);
    await expect
      .poll(() => gaps + heard.filter(({ text }) => text === "lost").length, { timeout: 8000 })
      .toBeGreaterThan(0);
    mine.send({ text: "again" });
    await expect.poll(() => heardThere, { timeout: 5000 }).toContainEqual({ text: "again" });
    await cutOff.close();
    line.close();
  }, 30_000);
});
