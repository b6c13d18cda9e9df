import { once } from "node:events";
import { expect, test } from "vitest";
import WebSocket from "ws";
import { createMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true, trustProxy: "loopback" });

/** @returns the socket, or undefined if it was refused */
async function openAnonymous(address: string, more = ""): Promise<WebSocket | undefined> {
  const socket = new WebSocket(`${app.address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket${more}`, {
    headers: { "x-forwarded-for": address },
  });
  socket.on("error", () => undefined);
  const refused = once(socket, "unexpected-response").then(() => undefined);
  return Promise.race([once(socket, "open").then(() => socket), refused]);
}
const isOpen = (answer: WebSocket | undefined): answer is WebSocket => answer !== undefined;
const closeAll = (answers: readonly (WebSocket | undefined)[]) =>
  Promise.all(
    answers.filter(isOpen).map(async (socket) => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    }),
  );

test("limits unauthenticated connections per network, without affecting other networks", async () => {
  const held = await Promise.all(
    Array.from({ length: 120 }, (_, i) => openAnonymous(`2001:db8:0:1::${i.toString(16)}`)),
  );
  expect(held.filter(isOpen)).toHaveLength(100);
  const neighbour = await openAnonymous("2001:db8:0:2::1");
  expect(isOpen(neighbour)).toBe(true);
  await closeAll([...held, neighbour]);
  await expect.poll(async () => isOpen(await openAnonymous("2001:db8:0:1::1"))).toBe(true);
});

test.each([
  ["&sid=", "198.51.100.4"],
  ["&sid=x&sid=", "198.51.100.6"],
])("counts a connection with %s as new", async (sid, address) => {
  const held = await Promise.all(Array.from({ length: 120 }, () => openAnonymous(address, sid)));
  expect(held.filter(isOpen)).toHaveLength(100);
  await closeAll(held);
});

test("limits the unauthenticated connections of a /48, however many networks it has", async () => {
  const networks = Array.from({ length: 850 }, (_, i) => openAnonymous(`2001:db8:7:${i.toString(16)}::1`));
  const held = await Promise.all(networks);
  expect(held.filter(isOpen)).toHaveLength(800);
  await closeAll(held);
});

test("closes a connection that leaves the namespace", async () => {
  const { token } = await createMember(app);
  const socket = await openAnonymous("198.51.100.5");
  if (!socket) throw new Error("refused");
  const closed = once(socket, "close");
  socket.on("message", (data) => String(data).startsWith("40") && socket.send("41"));
  socket.send(`40${JSON.stringify({ token })}`);
  await expect(closed).resolves.toHaveLength(2);
});

test("does not count authenticated connections", async () => {
  const { token } = await createMember(app);
  for (let round = 0; round < 6; round++) {
    const devices = await Promise.all(Array.from({ length: 20 }, () => connectDevice(app, token)));
    for (const device of devices) device.close();
    await expect.poll(() => devices.some(({ socket }) => socket.connected)).toBe(false);
  }
  const stays = [];
  for (let nth = 0; nth < 8; nth++) {
    const member = await createMember(app);
    stays.push(...(await Promise.all(Array.from({ length: 15 }, () => connectDevice(app, member.token)))));
  }
  expect(stays).toHaveLength(120);
  for (const device of stays) device.close();
});

test("limits new connections per address and minute", async () => {
  const answers: (WebSocket | undefined)[] = [];
  // More than two minutes' worth, since the minute may change during the test.
  while (answers.length < 1300) {
    const batch = await Promise.all(Array.from({ length: 50 }, () => openAnonymous("203.0.113.7")));
    await closeAll(batch);
    answers.push(...batch);
  }
  expect(answers.filter((answer) => !isOpen(answer)).length).toBeGreaterThanOrEqual(100);
});
