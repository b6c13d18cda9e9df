import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import WebSocket from "ws";
import type { ServerEvents } from "#contract/events.ts";
import { environmentOf, makePairs, memoryOf, type ServerProcess, type Side, startProcess } from "./processes.ts";
import { report } from "./report.ts";
import { atRate, toQuantiles, withServer } from "./server.ts";

/**
 * The time from sending a message to its arrival at the recipient's device, at 500 per second, compared with a bare
 * echo server; and the server's memory per connection, compared with the echo server's.
 */
const PAIRS = 50;
const PER_SECOND = 500;
const SECONDS = 20;
const SOCKETS = 3_000;
/** Devices per member. */
const DEVICES = 20;

async function connect(address: string, token: string): Promise<Socket> {
  const socket = io(address, { auth: { token }, transports: ["websocket"], forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
  return socket;
}

async function connectBare(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address.replace("http", "ws"));
  await once(socket, "open");
  return socket;
}

async function measureDelivery(
  { address }: ServerProcess,
  matches: readonly (readonly [Side, Side])[],
): Promise<number[]> {
  const times: number[] = [];
  const sentAt = new Map<string, number>();
  const sockets = await Promise.all(matches.map(([, b]) => connect(address, b.token)));
  for (const socket of sockets) {
    socket.on("new_message", ({ message }: ServerEvents["new_message"]) => {
      const at = sentAt.get(message.content);
      if (at !== undefined) times.push(performance.now() - at);
    });
  }
  const failed: unknown[] = [];
  await atRate(PER_SECOND, SECONDS, (nth) => {
    const [a, b] = matches[nth % matches.length] ?? [];
    if (!a || !b) return;
    const content = `text ${nth}`;
    sentAt.set(content, performance.now());
    fetch(`${address}/api/messages/send`, {
      method: "POST",
      headers: { authorization: `Bearer ${a.token}`, "content-type": "application/json" },
      body: JSON.stringify({ receiverId: b.id, content }),
    }).then(
      (response) => response.arrayBuffer(),
      (error) => failed.push(error),
    );
  });
  while (times.length + failed.length < sentAt.size) await pause(50);
  for (const socket of sockets) socket.disconnect();
  if (failed.length > 0) throw failed[0];
  return times;
}

async function measureEcho({ address }: ServerProcess): Promise<number[]> {
  const times: number[] = [];
  const sockets = await Promise.all(Array.from({ length: PAIRS }, () => connectBare(address)));
  for (const socket of sockets) socket.on("message", (data) => times.push(performance.now() - Number(String(data))));
  await atRate(PER_SECOND, SECONDS, (nth) => sockets[nth % PAIRS]?.send(String(performance.now())));
  while (times.length < PER_SECOND * SECONDS) await pause(50);
  for (const socket of sockets) socket.terminate();
  return times;
}

/** Bytes per connection, once memory usage has settled. */
async function measureMemory(
  served: ServerProcess,
  open: (nth: number) => Promise<{ close(): void }>,
): Promise<number> {
  const before = memoryOf(served);
  const opened: { close(): void }[] = [];
  for (let nth = 0; nth < SOCKETS; nth += 50)
    opened.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => open(nth + i)))));
  await pause(10_000);
  const each = (memoryOf(served) - before) / SOCKETS;
  for (const one of opened) one.close();
  return each;
}

await withServer(
  async () => undefined,
  async (ctx, _, connection) => {
    const matches = await makePairs(ctx, Math.max(PAIRS, SOCKETS / DEVICES / 2));
    const start = async () =>
      [
        await startProcess("message-server.ts", { ...environmentOf(ctx, connection), ALONE: "yes" }),
        await startProcess("echo-server.ts"),
      ] as const;
    const [app, echo] = await start();
    const few = matches.slice(0, PAIRS);
    await measureDelivery(app, few.slice(0, 5));
    const context = { per_second: PER_SECOND };
    report("delivery", "message", { ...context, ...toQuantiles(await measureDelivery(app, few)) });
    report("delivery", "bare echo", { ...context, ...toQuantiles(await measureEcho(echo)) });
    const members = matches.flat();
    // Fresh processes, whose memory was not used by the first measurement.
    const [freshApp, freshEcho] = await start();
    const token = (nth: number) => members[Math.floor(nth / DEVICES)]?.token ?? "";
    const ours = await measureMemory(freshApp, (nth) => connect(freshApp.address, token(nth)));
    const theirs = await measureMemory(freshEcho, () => connectBare(freshEcho.address));
    report("delivery", "memory per connection", {
      connections: SOCKETS,
      kib: ours / 1024,
      bare_kib: theirs / 1024,
      times_bare: ours / theirs,
    });
    for (const { child } of [app, echo, freshApp, freshEcho]) child.kill("SIGKILL");
  },
);
