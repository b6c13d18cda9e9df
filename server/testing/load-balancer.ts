import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP load balancer for one or more processes, which can also cut connections. */
export interface LoadBalancer {
  readonly address: string;
  /** Targets of new connections, round robin. A target that refuses the connection is skipped. */
  backends: string[];
  /** Starts health checks: backends that are not ready are skipped. */
  startHealthChecks(): void;
  /** The share of connections that are cut in the middle of a response, from 0 to 1. */
  cutShare: number;
  readonly cuts: () => number;
  close(): Promise<void>;
}

const RETRY_MS = 50;
const HEALTH_CHECK_MS = 100;

/** Connects to the first backend that accepts, starting with the next one in rotation. */
async function connectToBackend(backends: readonly string[], turn: number): Promise<Socket | undefined> {
  for (let i = 0; i < 100; i++) {
    const backend = backends[(turn + i) % Math.max(1, backends.length)];
    if (backend) {
      const { hostname, port } = new URL(backend);
      const socket = connect(Number(port), hostname);
      const isConnected = await once(socket, "connect").then(
        () => true,
        () => false,
      );
      if (isConnected) return socket;
    }
    // All backends refused the connection: one is still starting.
    if (i % Math.max(1, backends.length) === 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return undefined;
}

/** Starts a load balancer on a free port. @param random returns numbers from 0 to 1 */
export async function startLoadBalancer(
  backends: readonly string[],
  random: () => number = Math.random,
): Promise<LoadBalancer> {
  const open = new Set<Socket>();
  let turn = 0;
  let cuts = 0;
  let healthChecks: NodeJS.Timeout | undefined;
  const unready = new Set<string>();

  const checkHealth = async (backend: string): Promise<void> => {
    const isReady = await fetch(`${backend}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) unready.delete(backend);
    else unready.add(backend);
  };

  const ready = (): string[] => {
    const healthy = proxy.backends.filter((backend) => !unready.has(backend));
    return healthy.length > 0 ? healthy : proxy.backends;
  };

  async function forward(client: Socket): Promise<void> {
    open.add(client);
    client.once("close", () => open.delete(client));
    client.on("error", () => client.destroy());
    client.pause();
    const server = await connectToBackend(ready(), turn++);
    if (!server || client.destroyed) {
      client.destroy();
      server?.destroy();
      return;
    }
    server.on("error", () => client.destroy());
    server.once("close", () => client.destroy());
    client.once("close", () => server.destroy());
    client.pipe(server);
    const isCut = random() < proxy.cutShare;
    server.on("data", (chunk: Buffer) => {
      if (isCut) {
        // The request has been processed; only its response is lost.
        cuts++;
        client.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => client.destroy());
        return;
      }
      if (!client.write(chunk)) {
        server.pause();
        client.once("drain", () => server.resume());
      }
    });
    server.once("end", () => client.end());
    client.resume();
  }

  const listener = createServer((client) => void forward(client));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const proxy: LoadBalancer = {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    backends: [...backends],
    startHealthChecks() {
      healthChecks = setInterval(() => void Promise.all(proxy.backends.map(checkHealth)), HEALTH_CHECK_MS);
    },
    cutShare: 0,
    cuts: () => cuts,
    async close() {
      clearInterval(healthChecks);
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return proxy;
}
