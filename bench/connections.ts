import { once } from "node:events";
import WebSocket from "ws";
import { getMessages } from "#contract/chat/messages.ts";
import { reportCosts } from "./costs.ts";
import { environmentOf, makePairs, type Side, startProcess } from "./processes.ts";
import { withServer } from "./server.ts";

/**
 * CPU time of the app and of the database for a device that connects anew, as after the loss of a process, and for the
 * request with which one catches up, as after a gap. One of several processes serves 64 devices at a time. The two kinds
 * alternate within one run. Options: `--runs`, `--seconds`.
 */
const PAIRS = 500;
const AT_A_TIME = 64;

/** @returns closes the device */
async function connect(address: string, token: string): Promise<() => Promise<void>> {
  const socket = new WebSocket(`${address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  const connected = new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.on("message", (data: Buffer) => {
      const packet = data.toString();
      if (packet.startsWith("0")) socket.send(`40${JSON.stringify({ token, catchesUp: true })}`);
      else if (packet.startsWith("44")) reject(new Error(packet));
      else if (packet.startsWith("40")) {
        socket.send('42["presence",{"present":true}]');
        resolve();
      }
    });
  });
  await connected;
  return async () => {
    socket.close();
    await once(socket, "close");
  };
}

await withServer(
  async () => undefined,
  async (ctx, _, connection) => {
    const matches = await makePairs(ctx, PAIRS);
    const server = await startProcess("message-server.ts", environmentOf(ctx, connection));
    let next = 0;
    const nextMatch = (): readonly [Side, Side] => {
      const match = matches[next++ % matches.length];
      if (!match) throw new Error("there are no matches");
      return match;
    };
    const reconnect = async () => {
      const [me] = nextMatch();
      const close = await connect(server.address, me.token);
      await close();
      return 0;
    };
    const catchUp = async () => {
      const [me, other] = nextMatch();
      const path = getMessages.path.replace(":userId", other.id);
      const headers = { authorization: `Bearer ${me.token}` };
      const response = await fetch(`${server.address}${path}?after=0&limit=100`, { headers });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return (await response.arrayBuffer()).byteLength;
    };
    const kinds = { "connecting anew": reconnect, "catching up": catchUp };
    await reportCosts("connections", server, ctx.config.dataDir, AT_A_TIME, kinds);
    server.child.kill("SIGTERM");
  },
);
