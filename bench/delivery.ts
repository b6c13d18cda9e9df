import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import WebSocket from "ws";
import type { ServerEvents } from "#contract/events.ts";
import { environmentOf, makePairs, memoryOf, type ServerProcess, type Side, startProcess } from "./processes.ts";
import { report } from "./report.ts";
import { asOwner, atRate, toQuantiles, withServer } from "./server.ts";

/**
 * The time from sending a message to its arrival at the recipient's device, at 500 per second, compared with a bare
 * socket.io server that stores one row; and the server's memory per connection, compared with a bare echo server's.
 */
const PAIRS = 50;
const PER_SECOND = 500;
const SECONDS = 20;
const SOCKETS = 3_000;
/** Devices per member. */
const DEVICES = 20;

async function connect(address: string, auth: Readonly<Record<string, string>>): Promise<Socket> {
  const socket = io(address, { auth, transports: ["websocket"], forceNew: true });
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
  const sockets = await Promise.all(matches.map(([, b]) => connect(address, { token: b.token })));
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

/** The same through a bare socket.io server, which stores a row before it sends the text on. */
async function measureBareDelivery({ address }: ServerProcess): Promise<number[]> {
  const times: number[] = [];
  const sentAt = new Map<string, number>();
  const open = (member: string) => connect(address, { member });
  const matches = await Promise.all(
    Array.from({ length: PAIRS }, (_, nth) => Promise.all([open(`a${nth}`), open(`b${nth}`)])),
  );
  for (const [, receiver] of matches)
    receiver.on("text", (content: string) => times.push(performance.now() - (sentAt.get(content) ?? 0)));
  await atRate(PER_SECOND, SECONDS, (nth) => {
    const content = `text ${nth}`;
    sentAt.set(content, performance.now());
    matches[nth % PAIRS]?.[0].emit("text", { to: `b${nth % PAIRS}`, content });
  });
  while (times.length < sentAt.size) await pause(50);
  for (const socket of matches.flat()) socket.disconnect();
  return times;
}

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
    const env = environmentOf(ctx, connection);
    await asOwner(ctx.database, "create table bench_rows (id uuid primary key); grant insert on bench_rows to public");
    const startApp = () => startProcess("message-server.ts", { ...env, ALONE: "yes" });
    const [app, bare] = [await startApp(), await startProcess("echo-server.ts", env)];
    const few = matches.slice(0, PAIRS);
    await measureDelivery(app, few.slice(0, 5));
    const context = { per_second: PER_SECOND };
    report("delivery", "message", { ...context, ...toQuantiles(await measureDelivery(app, few)) });
    report("delivery", "bare socket.io server that stores a row", {
      ...context,
      ...toQuantiles(await measureBareDelivery(bare)),
    });
    const members = matches.flat();
    const [freshApp, freshEcho] = [await startApp(), await startProcess("echo-server.ts")];
    const token = (nth: number) => members[Math.floor(nth / DEVICES)]?.token ?? "";
    const ours = await measureMemory(freshApp, (nth) => connect(freshApp.address, { token: token(nth) }));
    const theirs = await measureMemory(freshEcho, () => connectBare(freshEcho.address));
    report("delivery", "memory per connection", {
      connections: SOCKETS,
      kib: ours / 1024,
      bare_kib: theirs / 1024,
      times_bare: ours / theirs,
    });
    for (const { child } of [app, bare, freshApp, freshEcho]) child.kill("SIGKILL");
  },
);
