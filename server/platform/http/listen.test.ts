import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "#server/platform/http/listen.ts";

const HOST = "127.0.0.1";

async function start(port = 0) {
  const app = Fastify();
  app.get("/slow", async (_request, reply) => {
    await pause(300);
    return reply.header("connection", "close").send("done");
  });
  const { address, stop } = await listen(app, port, HOST);
  onTestFinished(() => stop(0));
  return { app, stop, port: Number(new URL(address).port) };
}

test.skipIf(process.platform !== "linux")("a turn of the loop accepts several connections", async () => {
  const { app, port } = await start();
  let [accepted, inThisTurn, most] = [0, 0, 0];
  app.server.on("connection", () => {
    accepted++;
    most = Math.max(most, ++inThisTurn);
  });
  let next: NodeJS.Immediate;
  const endTurn = () => {
    inThisTurn = 0;
    next = setImmediate(endTurn);
  };
  endTurn();
  const clients = Array.from({ length: 60 }, () => connect(port, HOST));
  onTestFinished(() => {
    clearImmediate(next);
    for (const client of clients) client.destroy();
  });
  await expect.poll(() => accepted).toBe(60);
  expect(most).toBeGreaterThan(1);
});

test("a port that is in use is refused", async () => {
  const { port } = await start();
  await expect(start(port)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("a stop waits for the requests of all connections, and refuses new ones", async () => {
  const { app, stop, port } = await start();
  let open = 0;
  app.server.on("request", () => open++);
  const replies = Array.from({ length: 40 }, async () => (await fetch(`http://${HOST}:${port}/slow`)).text());
  await expect.poll(() => open).toBe(40);
  const stopped = stop(10_000);
  await pause(50);
  const refused = once(connect(port, HOST), "connect").catch((error: NodeJS.ErrnoException) => error.code);
  expect(await refused).toBe("ECONNREFUSED");
  expect(await Promise.all(replies)).toEqual(Array(40).fill("done"));
  await stopped;
});

test("a stop cuts connections whose clients never end them", async () => {
  const { app, stop, port } = await start();
  let upgraded = 0;
  app.server.on("upgrade", (_request, socket) => {
    upgraded++;
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  });
  const clients = Array.from({ length: 20 }, () => {
    const client = connect({ port, host: HOST, allowHalfOpen: true });
    client.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    return client.resume().on("error", () => undefined);
  });
  await expect.poll(() => upgraded).toBe(clients.length);
  const startedAt = performance.now();
  await stop(300);
  expect(performance.now() - startedAt).toBeGreaterThan(250);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  for (const client of clients) client.destroy();
});
