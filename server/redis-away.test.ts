import { expect, test } from "vitest";
import { changePassword } from "#contract/accounts/accounts.ts";
import { getMessages, sendMessage } from "#contract/chat/messages.ts";
import { createRedisServer } from "#server/platform/adapters/redis.ts";
import { createKeyedHash } from "#server/platform/lib/keyed-hash.ts";
import { createMatch } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Cases that need a Redis are in `*.engine.test.ts`. */
const pubsubOptions = {
  redis: await createRedisServer("redis://127.0.0.1:1", Buffer.from("secret"), createKeyedHash(Buffer.from("secret"))),
};
const settings = { rateLimits: true, trustProxy: "loopback" } as const;
const here = testApp(settings, { sharedWith: "others", pubsubOptions });
const there = testApp(settings, { sharedWith: here, pubsubOptions });

test("without its Redis an app is ready and says that it is degraded", async () => {
  expect(await here.fetch("/readyz")).toMatchObject({ status: 200, body: { success: true, degraded: ["redis"] } });
  const { text } = (await here.fetch("/metrics")).body;
  for (const use of ["events", "limits"]) expect(text).toContain(`spotter_redis_up{use="${use}"} 0`);
});

test("without its Redis an app delivers events to devices at the same process, and to the others nothing over PostgreSQL", async () => {
  const [a, b] = await createMatch(here);
  const [near, far] = [await connectDevice(here, b.token), await connectDevice(there, b.token)];
  await here.call(sendMessage, { body: { receiverId: b.id, content: "Hi" } }, a.token);
  expect(await near.waitFor("new_message")).toMatchObject({ rev: 1 });
  const { messages } = (await there.call(getMessages, { params: { userId: a.id }, query: {} }, b.token)).body;
  expect(messages).toHaveLength(1);
  expect(far.received).toEqual([]);
  for (const device of [near, far]) device.close();
});

test("without its Redis an app limits requests per process", async () => {
  const [{ token }] = await createMatch(here);
  for (const app of [here, there]) {
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await app.call(changePassword, { body: {} as never }, token)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  }
});
