import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import {
  closeConnectionsWhenDraining,
  dropAbandonedRequests,
  registerRequestTimeout,
  warnOfUntrustedProxy,
} from "#server/http/request-hooks.ts";

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

/** The warnings for two requests with `X-Forwarded-For`. */
async function warnings(trustProxy: string | false): Promise<string[]> {
  const lines: string[] = [];
  const ctx = { config: { trustProxy }, log: { warn: (line: string) => lines.push(line) } } as unknown as Context;
  const app = Fastify();
  warnOfUntrustedProxy(app, ctx);
  for (let i = 0; i < 2; i++) await app.inject({ url: "/", headers: { "x-forwarded-for": "203.0.113.7" } });
  return lines;
}

test("warns once of an untrusted proxy, and never of a trusted one", async () => {
  expect(await warnings(false)).toHaveLength(1);
  expect(await warnings("loopback")).toEqual([]);
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
