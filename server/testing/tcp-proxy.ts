import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export interface Ends {
  readonly client: Socket;
  readonly server: Socket;
}

export interface Forwarding {
  onClientData(chunk: Buffer): void;
  onServerData(chunk: Buffer): void;
}

export interface TcpProxy {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
  disconnect(): void;
  close(): Promise<void>;
}

/**
 * @param target where a new connection leads; undefined refuses it
 * @param open decides for each connection what passes
 */
export async function startTcpProxy(
  target: () => NetConnectOpts | undefined,
  open: (ends: Ends) => Forwarding,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const to = target();
    if (to === undefined) return void client.destroy();
    const ends = { client, server: connect(to) };
    const { onClientData, onServerData } = open(ends);
    for (const [one, other, onData] of [
      [client, ends.server, onClientData],
      [ends.server, client, onServerData],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on("data", onData);
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    sockets,
    disconnect,
    async close() {
      disconnect();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
