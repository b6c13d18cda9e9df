import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createRedisServer } from "#server/platform/adapters/redis.ts";
import { createKeyedHash } from "#server/platform/lib/keyed-hash.ts";
import { type ChatClient, openChat } from "#server/testing/chat-clients.ts";
import { describeWithEngine, findEngine } from "#server/testing/engines.ts";
import { createMatch } from "#server/testing/members.ts";
import { startRedisLine } from "#server/testing/network-line.ts";
import { testApp } from "#server/testing/test-app.ts";

const WAIT = { timeout: 20_000 };
const secret = randomBytes(32);
const address = findEngine("Redis");
const line = address === undefined ? undefined : await startRedisLine(address);
const pubsubOptions = line && {
  redis: await createRedisServer(line.url, secret, createKeyedHash(secret)),
  heartbeatMs: 1_000,
};

describeWithEngine("Redis", "two processes whose Redis is away for a while", () => {
  const here = testApp({}, { sharedWith: "others", ...(pubsubOptions && { pubsubOptions }) });
  const there = testApp({}, { sharedWith: here, ...(pubsubOptions && { pubsubOptions }) });

  test("show each member at once what is sent at the same process, and the rest when it is back", async () => {
    const [a, b] = await createMatch(here);
    const open = (app: typeof here, me: typeof a, other: typeof a): ChatClient =>
      openChat(app.address, { token: me.token, me: me.id, other: other.id });
    const [writer, near, far] = [open(here, a, b), open(here, b, a), open(there, b, a)];
    const all = [writer, near, far];
    await expect.poll(() => all.every((client) => client.isConnected()), WAIT).toBe(true);
    const contentsOf = (client: ChatClient) => client.shown().map(({ content }) => content);
    await writer.send("Before");
    await expect.poll(() => all.map(contentsOf), WAIT).toEqual(Array(3).fill(["Before"]));
    const isDegraded = () =>
      Promise.all([here, there].map(async (app) => (await app.fetch("/readyz")).body["degraded"]));

    for (let nth = 1; nth <= 2; nth++) {
      const before = contentsOf(far);
      line?.cut();
      await expect.poll(isDegraded, WAIT).toEqual([["redis"], ["redis"]]);
      for (let i = 1; i <= 10; i++) await writer.send(`${nth}.${i}`);
      const sent = [...before, ...Array.from({ length: 10 }, (_, i) => `${nth}.${i + 1}`)];
      await expect.poll(() => contentsOf(near), WAIT).toEqual(sent);
      expect(contentsOf(far)).toEqual(before);
      line?.repair();
      await expect.poll(() => all.map(contentsOf), WAIT).toEqual(Array(3).fill(sent));
      await expect.poll(isDegraded, WAIT).toEqual([undefined, undefined]);
    }
    await far.send("After");
    await expect.poll(() => all.map((client) => contentsOf(client).at(-1)), WAIT).toEqual(Array(3).fill("After"));
    expect(all.map((client) => client.rev())).toEqual(Array(3).fill(22));
    expect(all.map((client) => client.connects())).toEqual([1, 1, 1]);
    for (const client of all) client.close();
    line?.close();
  });
});
