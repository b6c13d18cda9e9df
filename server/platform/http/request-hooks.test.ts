import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import {
  closeConnectionsWhenDraining,
  dropAbandonedRequests,
  registerRequestTimeout,
  warnOfUntrustedProxy,
} from "#server/platform/http/request-hooks.ts";
import { untrustedProxyRequests } from "#server/platform/observability/metrics.ts";

test("closes a request with an incomplete body, and answers a complete one", async () => {
  const app = Fastify();
  registerRequestTimeout(app, 100);
  app.post("/", async () => "there");
  const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(address.port), address.hostname);
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{");
  await closed;
  const answer = await fetch(address, { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
  expect(await answer.text()).toBe("there");
  await app.close();
});

test("does nothing for a client that has given up", async () => {
  const app = Fastify();
  dropAbandonedRequests(app);
  const handled: string[] = [];
  app.get("/:name", async ({ url }) => handled.push(url));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  app.server.prependListener("request", ({ url, socket }) => url === "/gone" && socket.destroy());
  await expect(fetch(`${address}/gone`)).rejects.toThrow();
  expect((await fetch(`${address}/there`)).status).toBe(200);
  expect(handled).toEqual(["/there"]);
  await app.close();
});

/** Sends two requests with `X-Forwarded-For` in each of three hours. */
async function countWarnings(trustProxy: string | false) {
  const lines: object[] = [];
  let hour = 0;
  const now = () => new Date(hour * 3600 * 1000);
  const log = { warn: (fields: object) => lines.push(fields) };
  const app = Fastify({ trustProxy });
  warnOfUntrustedProxy(app, { config: { trustProxy }, log, now } as unknown as Context);
  const count = async () => (await untrustedProxyRequests.get()).values[0]?.value ?? 0;
  const before = await count();
  for (; hour < 3; hour++)
    for (let i = 0; i < 2; i++) await app.inject({ url: "/", headers: { "x-forwarded-for": "203.0.113.7" } });
  await app.inject("/");
  return { warnings: lines.length, counted: (await count()) - before };
}

test.each([
  [false, { warnings: 3, counted: 6 }],
  // Another address than that of the sender.
  ["172.30.251.10", { warnings: 3, counted: 6 }],
  ["loopback", { warnings: 0, counted: 0 }],
] as const)("warns once an hour of a proxy that TRUST_PROXY=%s does not name", async (trustProxy, expected) => {
  expect(await countWarnings(trustProxy)).toEqual(expected);
});

test("closes the connection with each response while the process is draining", async () => {
  const app = Fastify();
  const draining = { now: false };
  closeConnectionsWhenDraining(app, { draining });
  app.get("/", async () => "there");
  const connection = async () => (await app.inject("/")).headers.connection;
  expect(await connection()).not.toBe("close");
  draining.now = true;
  expect(await connection()).toBe("close");
});
