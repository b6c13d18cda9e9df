import { openDatabase } from "#server/platform/db/client.ts";
import type { SocketConnection } from "#server/platform/db/embedded.ts";
import { startTcpProxy } from "#server/testing/tcp-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

/** Before the server receives the statement, or before the client learns its result. */
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
  disconnect(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { port, disconnect, close } = await startTcpProxy(
    () => (proxy.target === undefined ? undefined : { path: `${proxy.target}/.s.PGSQL.5432` }),
    ({ client, server }) => {
      let [isCut, hasFollowed] = [false, false];
      return {
        onClientData(chunk) {
          const { cut } = proxy;
          if (!cut || !chunk.includes(cut.statement) || !(hasFollowed || cut.following === undefined)) {
            hasFollowed ||= cut?.following !== undefined && chunk.includes(cut.following);
            return void server.write(chunk);
          }
          proxy.cut = undefined;
          isCut = true;
          if (cut.at === "after") server.write(chunk);
          else client.destroy();
        },
        // The server has replied, so the statement has taken effect.
        onServerData: (chunk) => void (isCut ? client.destroy() : client.write(chunk)),
      };
    },
  );
  const proxy: DatabaseProxy = { port, target, cut: undefined, disconnect, close };
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
