import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { Server } from "socket.io";
import { WebSocketServer } from "ws";

/**
 * Bare servers for comparison: without `DATABASE_URL` a WebSocket server that returns what it gets; with it a socket.io
 * server that stores a row in `bench_rows` and then sends the text to the other member of its pair.
 */
const server = createServer();
const databaseUrl = process.env["DATABASE_URL"];

function echo(): void {
  new WebSocketServer({ server }).on("connection", (socket) =>
    socket.on("message", (data) => socket.send(String(data))),
  );
}

function storeAndSend(connectionString: string): void {
  const pool = new pg.Pool({ connectionString });
  new Server(server, { transports: ["websocket"] }).on("connection", (socket) => {
    void socket.join(String(socket.handshake.auth["member"]));
    socket.on("text", async ({ to, content }: { to: string; content: string }) => {
      await pool.query({ name: "row", text: "insert into bench_rows (id) values ($1)", values: [randomUUID()] });
      socket.to(to).emit("text", content);
    });
  });
}

if (databaseUrl) storeAndSend(databaseUrl);
else echo();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
