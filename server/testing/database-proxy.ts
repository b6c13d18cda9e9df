import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { openDatabase } from "#server/db/client.ts";
import type { SocketConnection } from "#server/db/embedded.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

/** Which statement a proxy cuts off: before the server receives it, or before the client learns its result. */
interface Cut {
  readonly statement: string;
  /** A text of an earlier statement of the same connection. */
  readonly following?: string | undefined;
  readonly at: "before" | "after";
}

/** A fixed address, as of a virtual IP, that leads to the socket folder of a PostgreSQL. */
export interface DatabaseProxy {
  readonly port: number;
  /** The folder to which new connections lead. Undefined: they are refused. */
  target: string | undefined;
  /** The next statement that contains the text is cut off, with its connection. */
  cut: Cut | undefined;
  /** Ends all connections. */
  disconnect(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();

  function forward(client: Socket): void {
    if (proxy.target === undefined) return void client.destroy();
    const server = connect(`${proxy.target}/.s.PGSQL.5432`);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    let [isCut, hasFollowed] = [false, false];
    client.on("data", (chunk) => {
      const { cut } = proxy;
      if (!cut || !chunk.includes(cut.statement) || !(hasFollowed || cut.following === undefined)) {
        hasFollowed ||= cut?.following !== undefined && chunk.includes(cut.following);
        return void server.write(chunk);
      }
      proxy.cut = undefined;
      isCut = true;
      if (cut.at === "after") server.write(chunk);
      else client.destroy();
    });
    // The server has replied, so the statement has taken effect.
    server.on("data", (chunk) => (isCut ? client.destroy() : client.write(chunk)));
  }

  const listener = createServer(forward);
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const proxy: DatabaseProxy = {
    port: (listener.address() as AddressInfo).port,
    target,
    cut: undefined,
    disconnect() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      proxy.disconnect();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return proxy;
}

/** A test database whose app connects through a proxy. Its jobs, `owner` and `admin` do not. */
export async function createProxiedDatabase(
  straight?: TestDatabase,
): Promise<TestDatabase & { readonly proxy: DatabaseProxy }> {
  const database = straight ?? (await createTestDatabase());
  const proxy = await startDatabaseProxy(database.connection.host);
  const connection = { ...database.connection, host: "127.0.0.1", port: proxy.port } as SocketConnection;
  const proxied = openDatabase(connection, () => undefined);
  const drop = async () => {
    await proxied.close();
    await proxy.close();
    await database.drop();
  };
  return { ...database, ...proxied, connection, direct: database.connection, drop, proxy };
}
