import { expect, test } from "vitest";
import { changePassword } from "#contract/accounts.ts";
import { sendMessage } from "#contract/messages.ts";
import { createRedisServer } from "#server/adapters/redis.ts";
import { createKeyedHash } from "#server/lib/keyed-hash.ts";
import { createMatch } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Two processes whose Redis refuses connections. `*.engine.test.ts` have what needs a Redis. */
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

test("without its Redis an app delivers events over PostgreSQL", async () => {
  const [a, b] = await createMatch(here);
  const device = await connectDevice(there, b.token);
  await here.call(sendMessage, { body: { receiverId: b.id, content: "Hi" } }, a.token);
  expect(await device.waitFor("new_message")).toMatchObject({ rev: 1 });
  device.close();
});

test("without its Redis an app limits requests per process", async () => {
  const [{ token }] = await createMatch(here);
  for (const app of [here, there]) {
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push((await app.call(changePassword, { body: {} as never }, token)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  }
});
