import { setTimeout as pause } from "node:timers/promises";
import type { PostgresPool } from "kysely";
import type pg from "pg";
import { ReadOnlyServerError, TrackedClient } from "#server/platform/db/tracked-client.ts";
import { isConnectionError } from "#server/platform/db/unavailable.ts";

/** Milliseconds for which a request waits for a server that is starting, or for the address to lead to another one. */
const WAIT_MS = 2_000;
const RETRY_MS = 100;

/** Whether a connection could not be made, so that nothing was sent that may have taken effect. */
const isPassing = (error: unknown): boolean =>
  error instanceof ReadOnlyServerError || (isConnectionError(error) && !/timeout/i.test((error as Error).message));

/**
 * Takes connections from a pool that may write.
 *
 * After a fail-over behind a fixed address, open connections can still lead to the server that was the primary. The
 * first refused write throws away all connections of that time, and a new connection to a replica is not used. A
 * connection that cannot be made is tried again for two seconds of an outage, in which nothing was sent yet; then
 * requests fail at once.
 */
export function checkOutWritable(pool: pg.Pool): PostgresPool {
  let isOutdated = new WeakSet<pg.PoolClient>();
  const open = new Set<pg.PoolClient>();
  let failingSince: number | undefined;
  pool.on("connect", (client) => open.add(client));
  pool.on("remove", (client) => open.delete(client));

  function onRefusedWrite(): void {
    isOutdated = new WeakSet(open);
  }

  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (!(client instanceof TrackedClient) || (!isOutdated.has(client) && client.isReplica !== true)) return client;
      const { isReplica } = client;
      client.release(true);
      if (isReplica) throw new ReadOnlyServerError("the database server is a replica");
    }
  }

  async function takeInTime(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await take();
        failingSince = undefined;
        return client;
      } catch (error) {
        if (!isPassing(error) || pool.ending) throw error;
        const now = performance.now();
        failingSince ??= now;
        if (now - failingSince > WAIT_MS) throw error;
        await pause(RETRY_MS);
      }
    }
  }

  return {
    options: pool.options,
    async connect() {
      const client = await takeInTime();
      const { release } = client;
      client.release = (error) => {
        const hasRefused = client instanceof TrackedClient && client.hasRefusedWrite;
        if (hasRefused && !isOutdated.has(client)) onRefusedWrite();
        release(error ?? hasRefused);
      };
      return client;
    },
    end: () => pool.end(),
  };
}
