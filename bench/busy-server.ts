import Fastify from "fastify";
import { listen } from "#server/platform/http/listen.ts";

/** Each turn of its loop takes `TURN_MS`. Listens with several sockets or, with `ALONE`, with one. */
const turnMs = Number(process.env["TURN_MS"]);
const app = Fastify();
app.get("/", () => "done");
const at = { port: 0, host: "127.0.0.1" };
console.log(process.env["ALONE"] ? await app.listen(at) : (await listen(app, at.port, at.host)).address);

function work(): void {
  const end = performance.now() + turnMs;
  while (performance.now() < end);
  setImmediate(work);
}
work();
