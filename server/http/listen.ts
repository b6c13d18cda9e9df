import { createServer, type Server } from "node:net";
import type { FastifyInstance, FastifyListenOptions } from "fastify";

/** Sockets that listen at one address. */
const LISTENERS = 8;

/** @throws NodeJS.ErrnoException such as EADDRINUSE */
function listenAt(server: Server, options: { port: number; host: string; reusePort?: boolean }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ ...options, backlog: 511 }, resolve);
  return promise;
}

/** Resolves once all connections of a server have ended, at once if it does not listen. */
const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/**
 * Listens at a port with several sockets. Node accepts one connection of each in a turn of its loop: a process whose turns
 * take 20 ms, as under load, would accept 50 a second, and when another process is lost its members arrive by thousands.
 * All share the connections of the app's own server, and `app.close` waits for the requests of all.
 * @param port 0 chooses a free one
 * @returns the address
 * @throws NodeJS.ErrnoException such as EADDRINUSE
 */
export async function listenWithSeveral(app: FastifyInstance, port: number, host: string): Promise<string> {
  const options = { port, host, listenTextResolver: (address: string) => `listening at ${address}` };
  // Elsewhere the system would not share the connections among them.
  if (process.platform !== "linux") return app.listen(options);
  if (port !== 0) {
    // Sockets that share a port do not notice another process of the same user that does so, too.
    const alone = createServer();
    await listenAt(alone, { port, host });
    await close(alone);
  }
  const others: Server[] = [];
  app.addHook("preClose", async () => {
    await Promise.all([app.server, ...others].map(close));
  });
  const shared: FastifyListenOptions & { reusePort: boolean } = { ...options, reusePort: true };
  const listening = await app.listen(shared);
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
  return listening;
}
