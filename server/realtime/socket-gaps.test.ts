import { once } from "node:events";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { noConnectionLimit } from "#server/realtime/connection-limiter.ts";
import type { PubSub } from "#server/realtime/pubsub.ts";
import { createRealtime } from "#server/realtime/socket-server.ts";

/** Starts a server of sockets. @returns its address, and a function that says that events were lost */
async function startSockets() {
  let reportGap: () => void = () => undefined;
  const pubsub: PubSub = {
    send: () => undefined,
    join: async () => undefined,
    leave: () => undefined,
    listen: async (_onMessage, onGap) => {
      reportGap = onGap;
    },
    isDegraded: () => false,
    close: async () => undefined,
  };
  const realtime = createRealtime(pubsub);
  const app = Fastify();
  await realtime.attach(app, {
    authenticate: async (token) => ({ memberId: token, sessionId: token }),
    areMatched: async () => false,
    setPresence: () => undefined,
    isOwnOrigin: () => true,
    connectionLimiter: noConnectionLimit,
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    await realtime.closeSockets();
    await app.close();
  });
  return { address, reportGap: () => reportGap() };
}

/** Connects a device of a member. */
async function connect(address: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  const connected = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      if (String(data).startsWith("0")) socket.send(`40${JSON.stringify({ token })}`);
      else if (String(data).startsWith("40")) resolve();
    });
  });
  await once(socket, "open");
  await connected;
  return socket;
}

const connectMany = (address: string, count: number, name: string): Promise<WebSocket[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => connect(address, `${name} ${nth}`)));

test("after a gap all sockets are closed: some at once, then as many as return", async () => {
  const { address, reportGap } = await startSockets();
  const sockets = await connectMany(address, 500, "before");
  const countClosed = () => sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
  const startedAt = performance.now();
  reportGap();
  await expect.poll(countClosed).toBeGreaterThanOrEqual(200);
  const tenths = (performance.now() - startedAt) / 100;
  expect(countClosed()).toBeLessThanOrEqual(200 + 5 * (tenths + 1));
  const returned = await connectMany(address, 300, "after");
  await expect.poll(countClosed).toBe(500);
  expect(returned.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);
});
