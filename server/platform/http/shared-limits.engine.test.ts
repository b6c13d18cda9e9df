import { randomBytes } from "node:crypto";
import { io } from "socket.io-client";
import { beforeAll, expect, test } from "vitest";
import { changePassword } from "#contract/accounts/accounts.ts";
import { createRedisServer } from "#server/platform/adapters/redis.ts";
import { createKeyedHash } from "#server/platform/lib/keyed-hash.ts";
import { describeWithEngine, findEngine } from "#server/testing/engines.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { startRedisLine } from "#server/testing/network-line.ts";
import { testApp } from "#server/testing/test-app.ts";

const COSTLY_A_MINUTE = 20;
const HANDSHAKES_A_MINUTE = 600;
const NETWORK = "203.0.113.9";
const WAIT = { timeout: 10_000 };

const address = findEngine("Redis");
const line = address === undefined ? undefined : await startRedisLine(address);
const pubsubOptions = line && {
  redis: await createRedisServer(line.url, randomBytes(32), createKeyedHash(randomBytes(32))),
  heartbeatMs: 300,
};
const setSilent = (isSilent: boolean) => void Object.assign(line ?? {}, { isSilent });

describeWithEngine("Redis", "limits by address and member", () => {
  const settings = { rateLimits: true, trustProxy: "loopback" } as const;
  const here = testApp(settings, { sharedWith: "others", ...(pubsubOptions && { pubsubOptions }) });
  const there = testApp(settings, { sharedWith: here, ...(pubsubOptions && { pubsubOptions }) });
  const apps = [here, there] as const;
  let member: TestMember;

  /** Sends an invalid body. @returns the number of refused calls at each app */
  const callCostly = async (times: number, at: readonly (typeof here)[]): Promise<number[]> => {
    const refused = at.map(() => 0);
    for (let i = 0; i < times; i++) {
      const nth = i % at.length;
      const { status } = (await at[nth]?.call(changePassword, { body: {} as never }, member.token)) ?? {};
      if (status === 429) refused[nth] = (refused[nth] ?? 0) + 1;
    }
    return refused;
  };
  const degraded = () => Promise.all(apps.map(async (app) => (await app.fetch("/readyz")).body["degraded"]));

  beforeAll(async () => {
    member = await createMember(here);
  });

  test("count at all processes together", async () => {
    await expect.poll(degraded, WAIT).toEqual([undefined, undefined]);
    expect(await callCostly(COSTLY_A_MINUTE + 4, apps)).toEqual([2, 2]);
  });

  test("count attempts to connect a socket at all processes together", async () => {
    const attempt = async (nth: number): Promise<boolean> => {
      const socket = io(apps[nth % 2]?.address ?? "", {
        transports: ["polling"],
        reconnection: false,
        forceNew: true,
        extraHeaders: { "x-forwarded-for": NETWORK },
        auth: { token: "none" },
      });
      const opened = await new Promise<boolean>((resolve) => {
        socket.io.engine.once("open", () => resolve(true));
        socket.io.once("error", () => resolve(false));
      });
      socket.disconnect();
      return opened;
    };
    const { sharedCounters } = here.ctx;
    for (let i = 0; i < HANDSHAKES_A_MINUTE - 2; i++) await sharedCounters?.count("handshake", NETWORK, 60);
    const opened = [];
    for (let i = 0; i < 4; i++) opened.push(await attempt(i));
    expect(opened).toEqual([true, true, false, false]);
  });

  test("of many uses are told to Redis in steps, and known at all processes after each", async () => {
    const count = async (app: typeof here, subject = "member") =>
      (await app.ctx.sharedCounters?.count("steps", subject, 60, 5))?.count;
    const counts = async (app: typeof here, times: number) => {
      const all = [];
      for (let i = 0; i < times; i++) all.push(await count(app));
      return all;
    };
    expect(await counts(here, 4)).toEqual([1, 2, 3, 4]);
    expect(await counts(there, 5)).toEqual([1, 2, 3, 4, 5]);
    // The fifth tells of all, and learns of those elsewhere.
    expect(await counts(here, 3)).toEqual([10, 11, 12]);
    expect(await counts(there, 5)).toEqual([6, 7, 8, 9, 15]);
    // Also those of which Redis is being told.
    const burst = await Promise.all(Array.from({ length: 20 }, () => count(here, "other")));
    expect(burst).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1));
  });

  test("end after their window, also when the clock of Redis was set back", async () => {
    const { sharedCounters } = here.ctx;
    // An end that is an hour too late.
    await sharedCounters?.count("test", "member", 3_600);
    expect(await sharedCounters?.count("test", "member", 60)).toEqual({ count: 2, resetSeconds: 60 });
  });

  test("count per process while Redis is away, delay few requests, and are shared again", async () => {
    setSilent(true);
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      const before = performance.now();
      expect(await callCostly(1, [here])).toEqual([0]);
      times.push(performance.now() - before);
    }
    // Only the first waits for a reply, for 80 ms. A busy machine may delay any of the others.
    const [, ...others] = times;
    expect(others.sort((a, b) => a - b)[Math.floor(others.length / 2)]).toBeLessThan(80);
    expect(await callCostly(COSTLY_A_MINUTE - 10 + 2, [here])).toEqual([2]);
    expect(await callCostly(COSTLY_A_MINUTE, [there])).toEqual([0]);
    await expect.poll(degraded, WAIT).toEqual([["redis"], ["redis"]]);
    for (const app of apps) expect((await app.fetch("/readyz")).status).toBe(200);
    setSilent(false);
    await expect.poll(degraded, WAIT).toEqual([undefined, undefined]);
    expect(await callCostly(2, apps)).toEqual([1, 1]);
  });
});
