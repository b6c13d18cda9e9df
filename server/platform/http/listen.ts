import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { FastifyInstance, FastifyListenOptions } from "fastify";

const LISTENERS = 8;

export interface Listening {
  readonly address: string;
  /** @param lateMs milliseconds after which every connection is cut, also of a client that does not answer a close */
  stop(lateMs: number): Promise<void>;
}

/** @throws NodeJS.ErrnoException such as EADDRINUSE */
async function listenAt(server: Server, options: { port: number; host: string; reusePort?: boolean }): Promise<void> {
  server.listen({ ...options, backlog: 511 });
  await once(server, "listening");
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** @returns the address */
async function listenWithSeveral(app: FastifyInstance, options: FastifyListenOptions): Promise<string> {
  const { port = 0, host = "" } = options;
  if (port !== 0) {
    // Sockets that share a port do not notice another process of the same user that does so, too.
    const alone = createServer();
    await listenAt(alone, { port, host });
    await close(alone);
  }
  const others: Server[] = [];
  let closed: Promise<unknown> | undefined;
  app.addHook("preClose", (done) => {
    closed = Promise.all(others.map(close));
    done();
  });
  // It runs when the connections of the app's own server have ended. The hook before may not take longer than plugins.
  app.addHook("onClose", async () => void (await closed));
  const shared: FastifyListenOptions & { reusePort: boolean } = { ...options, reusePort: true };
  const address = await app.listen(shared);
  const at = app.server.address();
  if (at === null || typeof at === "string") throw new Error(`no port: ${at}`);
  for (let nth = 1; nth < LISTENERS; nth++) {
    // As a server of HTTP is created.
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit("connection", socket),
    );
    await listenAt(other, { port: at.port, host: at.address, reusePort: true });
    others.push(other);
  }
  return address;
}

/**
 * Listens at a port, on Linux with several sockets. Node accepts one connection of each in a turn of its loop: a process
 * whose turns take 20 ms, as under load, would accept 50 a second, and when another process is lost its members arrive by
 * thousands. All connections belong to the app's own server.
 * @param port 0 chooses a free one
 * @throws NodeJS.ErrnoException such as EADDRINUSE
 */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<Listening> {
  const connections = new Set<Socket>();
  app.server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  const options = { port, host, listenTextResolver: (address: string) => `listening at ${address}` };
  // Other systems would not share the connections among the sockets.
  const address = process.platform === "linux" ? await listenWithSeveral(app, options) : await app.listen(options);
  return {
    address,
    async stop(lateMs) {
      const late = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, lateMs);
      await app.close().finally(() => clearTimeout(late));
    },
  };
}
