import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { connectionsTo, type Embedded, startEmbedded } from "#server/platform/db/embedded.ts";
import { connect, InUseError, isLocked, isServerOf, readPidFile } from "#server/platform/db/embedded-cluster.ts";

/** Attempts to connect, because the server may start or stop between two checks. */
const ATTEMPTS_MAX = 5;

/** Connects to the running server. @returns undefined if no server is running or it is stopping */
async function attachToRunning(cluster: string): Promise<Embedded | undefined> {
  const running = readPidFile(cluster);
  if (!running || !isServerOf(cluster, running.pid)) return undefined;
  const client = await connect(running.sockets);
  if (!client) return undefined;
  const disconnect = () => client.end().catch(() => undefined);
  try {
    // A server without the folder's lock is left over from a killed app. The next start stops it.
    if (await isLocked(client)) {
      await client.query("select pg_advisory_lock_shared($1)", [ADVISORY_LOCKS.embeddedClients]);
      return { ...connectionsTo(running.sockets), stop: disconnect };
    }
  } catch {
    // The server stopped after the check.
  }
  await disconnect();
  return undefined;
}

/** Starts a temporary server. It stops when the last command has disconnected. */
async function startTemporarily(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir });
  const stopAfterLastClient = async (): Promise<void> => {
    const lockClient: pg.Client | undefined = await connect(embedded.connection.host);
    await lockClient?.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.embeddedClients]).catch(() => undefined);
    await embedded.stop();
    await lockClient?.end().catch(() => undefined);
  };
  return { ...embedded, stop: stopAfterLastClient };
}

/** @throws Error if the folder has no data, or the database is unavailable */
export async function attachToEmbedded(dataDir: string): Promise<Embedded> {
  const cluster = join(dataDir, "pg");
  if (!existsSync(join(cluster, "PG_VERSION")))
    throw new Error(`${dataDir} is not a Spotter data folder. Check DATA_DIR.`);
  for (let attempt = 1; ; attempt++) {
    const attached = await attachToRunning(cluster);
    if (attached) return attached;
    try {
      return await startTemporarily(dataDir);
    } catch (error) {
      if (!(error instanceof InUseError) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
