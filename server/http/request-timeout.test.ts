import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { limitRequestTime } from "#server/http/request-timeout.ts";

test("a request whose body does not come to its end is closed, and one that is whole is answered", async () => {
  const app = Fastify();
  limitRequestTime(app, 100);
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
