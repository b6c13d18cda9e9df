import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP line to a server that can be cut or go silent. */
export interface NetworkLine {
  readonly port: number;
  /** While true nothing is refused, and nothing comes through: it is kept until then, as TCP does. */
  isSilent: boolean;
  /** Ends the silence for new connections only, as after the server's machine was replaced: the others stay silent. */
  forget(): void;
  /** Breaks all connections and refuses new ones until `repair`. */
  cut(): void;
  repair(): void;
  close(): void;
}

/** @param target a port of this machine, or the path of a socket */
export async function startNetworkLine(
  target: { port: number; host: string } | { path: string },
): Promise<NetworkLine> {
  const sockets = new Set<Socket>();
  const kept: (() => void)[] = [];
  const forgotten = new WeakSet<Socket>();
  let isSilent = false;
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const there = connect(target);
    for (const [from, to] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (chunk) => {
        const forward = () => void to.write(chunk);
        if (forgotten.has(client)) return;
        if (isSilent) kept.push(forward);
        else forward();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const line: NetworkLine = {
    get isSilent() {
      return isSilent;
    },
    set isSilent(value) {
      isSilent = value;
      if (!isSilent) for (const forward of kept.splice(0)) forward();
    },
    port: (server.address() as AddressInfo).port,
    forget() {
      for (const socket of sockets) forgotten.add(socket);
      kept.length = 0;
      isSilent = false;
    },
    cut() {
      isCut = true;
      destroyAll();
    },
    repair() {
      isCut = false;
    },
    close() {
      destroyAll();
      server.close();
    },
  };
  return line;
}

/** A line to a Redis, with the URL that leads through it. */
export async function startRedisLine(address: string): Promise<NetworkLine & { readonly url: string }> {
  const url = new URL(address);
  const line = await startNetworkLine({ host: url.hostname, port: Number(url.port || 6379) });
  url.hostname = "127.0.0.1";
  url.port = String(line.port);
  return Object.defineProperty(line, "url", { value: url.href }) as NetworkLine & { readonly url: string };
}
