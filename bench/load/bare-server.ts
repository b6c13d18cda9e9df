import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

/**
 * The floor for a call that writes: stores one row of `bench_rows` durably and answers. It has no session, limits,
 * checks, log or headers of its own. A process on the database of `DATABASE_URL`; the first line of its output is its
 * address.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] });
const insert = { name: "row", text: "insert into bench_rows (id) values ($1)" };

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.once("end", async () => {
    JSON.parse(Buffer.concat(parts).toString());
    await pool.query({ ...insert, values: [randomUUID()] });
    response.setHeader("content-type", "application/json");
    response.end('{"success":true}');
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
