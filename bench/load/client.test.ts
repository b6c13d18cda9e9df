import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "./client.ts";

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.close();
    server.close();
  });
  return client;
}

const LONG = "a member's card, ".repeat(20_000);

test.each([true, false])("reads replies on one connection, in chunks: %s", async (isChunked) => {
  const ports = new Set<number | undefined>();
  const client = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    if (!isChunked) response.setHeader("content-length", Buffer.byteLength(LONG));
    for (let at = 0; at < LONG.length; at += 7_777) response.write(LONG.slice(at, at + 7_777));
    response.end();
  });
  for (let nth = 0; nth < 3; nth++) {
    const { status, body } = await client.call({ method: "GET", path: "/", member: 1 });
    expect([status, body.toString()]).toEqual([200, LONG]);
  }
  expect(ports.size).toBe(1);
});

test("sends a member's body, token and network", async () => {
  const client = await serve(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { authorization, "x-forwarded-for": network } = request.headers;
    response.end(JSON.stringify({ authorization, network, body: Buffer.concat(parts).toString() }));
  });
  const { body } = await client.call({ method: "POST", path: "/", member: 258, body: { text: "Ürsel" } });
  expect(JSON.parse(body.toString())).toEqual({
    authorization: "Bearer bench-258",
    network: "10.0.1.2",
    body: '{"text":"Ürsel"}',
  });
});

test("rejects if the connection is cut in the middle of a reply", async () => {
  const client = await serve((request, response) => {
    response.writeHead(200, { "content-length": 10 });
    response.write("half");
    setImmediate(() => request.socket.destroy());
  });
  await expect(client.call({ method: "GET", path: "/" })).rejects.toThrow("cut");
});
