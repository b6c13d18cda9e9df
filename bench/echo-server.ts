import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

/** The baseline: a server that only echoes messages. */
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
server.on("connection", (socket) => socket.on("message", (data) => socket.send(data.toString())));
await once(server, "listening");
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
