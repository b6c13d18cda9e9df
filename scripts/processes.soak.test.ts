import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { urlOf } from "#server/testing/database-url.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";
import { connectAt, post, processHarness, profileStatusAt, signUpAt } from "#server/testing/process-harness.ts";
import type { Spotter } from "#server/testing/spotter-process.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";
import { leastOfThree } from "#server/testing/timing.ts";

const starts = processHarness();
const REASON = ["--reason", "Threats", "--as", "ada"];

describe("two simultaneous starts on one data folder", () => {
  test("one serves, the other exits with the reason", async () => {
    const both = [starts.begin(), starts.begin()];
    const results = await Promise.allSettled(both.map((spotter) => spotter.ready()));
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = both[results.findIndex((result) => result.status === "rejected")];
    expect(loser?.output()).toMatch(/Another Spotter process is using/);
  }, 60_000);
});

describe("two processes on one database", () => {
  const shared = processHarness({ empty: true, shared: true });
  let database: TestDatabase;
  let running: readonly Spotter[] = [];
  let settings: Record<string, string> = {};
  let [one, two] = ["", ""];
  beforeAll(async () => {
    database = await createTestDatabase();
    settings = { DATABASE_URL: urlOf(database.connection) };
    running = [shared.begin(settings), shared.begin(settings)];
    [one = "", two = ""] = await Promise.all(running.map((spotter) => spotter.ready()));
  });
  afterAll(() => database.drop());

  test("both serve, and the data folder contains no second database", async () => {
    const { token, id } = await signUpAt(one);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${two}/api/profile`, { headers });
    expect(await response.json()).toMatchObject({ success: true, profile: { _id: id } });
    expect(existsSync(`${shared.path}/pg`)).toBe(false);
  });

  test("send only one of two hundred concurrent crushes if the balance is one", async () => {
    const either = (i: number) => (i % 2 === 0 ? one : two);
    const sender = await signUpAt(one);
    const crowd = [];
    for (let i = 0; i < 204; i += 20)
      crowd.push(...(await Promise.all(Array.from({ length: Math.min(20, 204 - i) }, (_, n) => signUpAt(either(n))))));
    const send = ({ id }: { id: string }, i: number) =>
      post(either(i), "/api/match/send-crush", { recipientId: id }, sender.token);
    for (const [i, member] of crowd.slice(0, 4).entries()) expect((await send(member, i)).status).toBe(200);
    const responses = await Promise.all(crowd.slice(4).map(send));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(199);
    const { rows } = await database.pool.query("select balance from wallets where member_id = $1", [sender.id]);
    expect(rows).toEqual([{ balance: 0 }]);
  });

  test("an operator's suspension disconnects sockets at both within a second", async () => {
    const suspend = async (): Promise<number> => {
      const { token, id } = await signUpAt(one);
      const devices = [await connectAt(one, token), await connectAt(two, token)];
      await runOperatorJson(shared.path, ["suspend", id, "--message", "Threats.", ...REASON], settings);
      const [entry] = await runOperatorJson<{ occurred_at: string }[]>(shared.path, ["log", "--about", id], settings);
      const cuts = await Promise.all(devices.map(({ cut }) => cut));
      expect(await Promise.all([profileStatusAt(one, token), profileStatusAt(two, token)])).toEqual([401, 401]);
      return Math.max(...cuts) - new Date(entry?.occurred_at ?? 0).getTime();
    };
    expect(await leastOfThree(1000, suspend)).toBeLessThanOrEqual(1000);
  }, 120_000);

  test("both stop without an error", async () => {
    for (const spotter of running) spotter.process.kill("SIGTERM");
    expect(await Promise.all(running.map((spotter) => spotter.ended))).toEqual([0, 0]);
  });
});
