import type { NetConnectOpts, Socket } from "node:net";
import { startTcpProxy } from "#server/testing/tcp-proxy.ts";

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

/** @param target an address, or the path of a socket */
export async function startNetworkLine(target: NetConnectOpts): Promise<NetworkLine> {
  const kept: (() => void)[] = [];
  const forgotten = new WeakSet<Socket>();
  let isSilent = false;
  let isCut = false;
  const proxy = await startTcpProxy(
    () => (isCut ? undefined : target),
    ({ client, server }) => {
      const pass = (to: Socket) => (chunk: Buffer) => {
        const forward = () => void to.write(chunk);
        if (forgotten.has(client)) return;
        if (isSilent) kept.push(forward);
        else forward();
      };
      return { onClientData: pass(server), onServerData: pass(client) };
    },
  );
  return {
    port: proxy.port,
    get isSilent() {
      return isSilent;
    },
    set isSilent(value) {
      isSilent = value;
      if (!isSilent) for (const forward of kept.splice(0)) forward();
    },
    forget() {
      for (const socket of proxy.sockets) forgotten.add(socket);
      kept.length = 0;
      isSilent = false;
    },
    cut() {
      isCut = true;
      proxy.disconnect();
    },
    repair() {
      isCut = false;
    },
    close: () => void proxy.close(),
  };
}

/** A line to a Redis, with the URL that leads through it. */
export async function startRedisLine(address: string): Promise<NetworkLine & { readonly url: string }> {
  const url = new URL(address);
  const line = await startNetworkLine({ host: url.hostname, port: Number(url.port || 6379) });
  url.hostname = "127.0.0.1";
  url.port = String(line.port);
  return Object.defineProperty(line, "url", { value: url.href }) as NetworkLine & { readonly url: string };
}
