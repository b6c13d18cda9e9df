import { once } from "node:events";
import { expect, test } from "vitest";
import WebSocket from "ws";
import { connectDevice } from "#server/testing/devices.ts";
import { makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true, trustProxy: "loopback" });

/** Opens a connection that never says whose it is. @returns the socket, or nothing where it is refused */
async function knock(address: string, more = ""): Promise<WebSocket | undefined> {
  const socket = new WebSocket(`${app.address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket${more}`, {
    headers: { "x-forwarded-for": address },
  });
  socket.on("error", () => undefined);
  const refused = once(socket, "unexpected-response").then(() => undefined);
  return Promise.race([once(socket, "open").then(() => socket), refused]);
}
const isOpen = (answer: WebSocket | undefined): answer is WebSocket => answer !== undefined;
const letGo = (answers: readonly (WebSocket | undefined)[]) =>
  Promise.all(
    answers.filter(isOpen).map(async (socket) => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    }),
  );

test("an address holds so many connections that nobody knows, and others none the less", async () => {
  const held = await Promise.all(Array.from({ length: 120 }, (_, i) => knock(`2001:db8:0:1::${i.toString(16)}`)));
  expect(held.filter(isOpen)).toHaveLength(100);
  const neighbour = await knock("2001:db8:0:2::1");
  expect(isOpen(neighbour)).toBe(true);
  await letGo([...held, neighbour]);
  await expect.poll(async () => isOpen(await knock("2001:db8:0:1::1"))).toBe(true);
});

test("an empty name of a connection is none", async () => {
  const held = await Promise.all(Array.from({ length: 120 }, () => knock("198.51.100.4", "&sid=")));
  expect(held.filter(isOpen)).toHaveLength(100);
  await letGo(held);
});

test("a connection that leaves its room is closed", async () => {
  const { token } = await makeMember(app);
  const socket = await knock("198.51.100.5");
  if (!socket) throw new Error("refused");
  const closed = once(socket, "close");
  socket.on("message", (data) => String(data).startsWith("40") && socket.send("41"));
  socket.send(`40${JSON.stringify({ token })}`);
  await closed;
});

test("whoever is known is not counted among them", async () => {
  const { token } = await makeMember(app);
  for (let round = 0; round < 6; round++) {
    const devices = await Promise.all(Array.from({ length: 20 }, () => connectDevice(app, token)));
    for (const device of devices) device.close();
    await expect.poll(() => devices.some(({ socket }) => socket.connected)).toBe(false);
  }
  const stays = [];
  for (let nth = 0; nth < 8; nth++) {
    const member = await makeMember(app);
    stays.push(...(await Promise.all(Array.from({ length: 15 }, () => connectDevice(app, member.token)))));
  }
  expect(stays).toHaveLength(120);
  for (const device of stays) device.close();
});

test("an address begins so many connections a minute", async () => {
  const answers: (WebSocket | undefined)[] = [];
  // Twice as many as fit, however the minute turns meanwhile: two minutes' worth cannot all be let in.
  while (answers.length < 1300) {
    const batch = await Promise.all(Array.from({ length: 50 }, () => knock("203.0.113.7")));
    await letGo(batch);
    answers.push(...batch);
  }
  expect(answers.filter((answer) => !isOpen(answer)).length).toBeGreaterThanOrEqual(100);
});
