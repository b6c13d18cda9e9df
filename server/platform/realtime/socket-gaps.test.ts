import { once } from "node:events";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { noConnectionLimit } from "#server/platform/realtime/connection-limiter.ts";
import type { PubSub } from "#server/platform/realtime/pubsub.ts";
import { createRealtime } from "#server/platform/realtime/socket-server.ts";

const renewPresence = vi.fn();
const ended = new Set<string>();

/** @returns the address, and a function that reports a gap */
async function startSockets() {
  let reportGap: () => void = () => undefined;
  const pubsub: PubSub = {
    isAlone: false,
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
    authenticate: async (token) => (ended.has(token) ? undefined : { memberId: token, sessionId: token }),
    areMatched: async () => false,
    setPresence: () => undefined,
    renewPresence,
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

interface TestDevice {
  readonly socket: WebSocket;
  /** Acknowledgements that the server waits for. */
  readonly asked: string[];
}

/** A device that does not know `events_missed` does not announce that it catches up. */
async function connect(address: string, token: string, knowsEvent = true): Promise<TestDevice> {
  const socket = new WebSocket(`${address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  const asked: string[] = [];
  const connected = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      const packet = String(data);
      if (packet.startsWith("0")) socket.send(`40${JSON.stringify({ token, ...(knowsEvent && { catchesUp: true }) })}`);
      else if (packet.startsWith("40")) resolve();
      const [, nth] = /^42(\d+)\["events_missed",\{\}\]$/.exec(packet) ?? [];
      if (nth !== undefined) asked.push(nth);
    });
  });
  await once(socket, "open");
  await connected;
  return { socket, asked };
}

const connectMany = (address: string, count: number): Promise<TestDevice[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => connect(address, `member ${nth}`)));

const countAsked = (devices: readonly TestDevice[]): number => devices.filter(({ asked }) => asked.length > 0).length;

function acknowledge({ socket, asked }: TestDevice): void {
  for (const nth of asked) socket.send(`43${nth}[]`);
}

test("after a gap devices catch up, as many more as are done, and keep their connections", async () => {
  const { address, reportGap } = await startSockets();
  const devices = await connectMany(address, 100);
  reportGap();
  await expect.poll(() => countAsked(devices)).toBe(64);
  devices
    .filter(({ asked }) => asked.length > 0)
    .slice(0, 10)
    .forEach(acknowledge);
  await expect.poll(() => countAsked(devices)).toBe(74);
  expect(renewPresence).toHaveBeenCalledOnce();
  const late = await connect(address, "late");
  // Clients that do not answer hold up the others only for a while.
  await expect.poll(() => countAsked(devices), { timeout: 5_000 }).toBe(100);
  expect(devices.every(({ socket, asked }) => socket.readyState === WebSocket.OPEN && asked.length === 1)).toBe(true);
  expect(late.asked).toEqual([]);
});

test("a second gap asks those again that have caught up, and once those that wait", async () => {
  const { address, reportGap } = await startSockets();
  const devices = await connectMany(address, 70);
  reportGap();
  await expect.poll(() => countAsked(devices)).toBe(64);
  reportGap();
  const countTwice = () => {
    devices.forEach(acknowledge);
    return devices.filter(({ asked }) => asked.length === 2).length;
  };
  await expect.poll(countTwice).toBe(64);
  expect(devices.filter(({ asked }) => asked.length === 1)).toHaveLength(6);
});

test("after a gap a device that does not know the event is disconnected, and so is one whose session has ended", async () => {
  const { address, reportGap } = await startSockets();
  const old = await connect(address, "old", false);
  const loggedOut = await connect(address, "logged out");
  const device = await connect(address, "device");
  ended.add("logged out");
  const closed = [old, loggedOut].map(({ socket }) => once(socket, "close"));
  reportGap();
  await Promise.all(closed);
  await expect.poll(() => countAsked([device, loggedOut])).toBe(1);
  expect(device.asked).toHaveLength(1);
});
