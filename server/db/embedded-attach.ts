import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";
import { connectionsTo, type Embedded, startEmbedded } from "#server/db/embedded.ts";
import { connect, InUseError, isLocked, isServerOf, readPidFile } from "#server/db/embedded-cluster.ts";
import { APP } from "#server/db/embedded-roles.ts";

/** The server may start or stop between two checks. */
const TRIES = 5;

class EarlierVersionError extends Error {
  constructor(cluster: string) {
    super(`An earlier version of Spotter runs on ${cluster}: restart it, then repeat this`);
  }
}

/** Connects to the running server; undefined if there is none, or it is about to stop. */
async function joinRunning(cluster: string): Promise<Embedded | undefined> {
  const running = readPidFile(cluster);
  if (!running || !isServerOf(cluster, running.pid)) return undefined;
  const visit = await connect(running.sockets);
  if (!visit) return undefined;
  const leave = () => visit.end().catch(() => undefined);
  try {
    // An unlocked server was left behind: the next start stops it.
    if (await isLocked(visit)) {
      if (visit.user !== APP) throw new EarlierVersionError(cluster);
      await visit.query("select pg_advisory_lock_shared($1)", [ADVISORY_LOCKS.embeddedClients]);
      return { ...connectionsTo(running.sockets), stop: leave };
    }
  } catch (error) {
    if (error instanceof EarlierVersionError) {
      await leave();
      throw error;
    }
    // It has stopped meanwhile.
  }
  await leave();
  return undefined;
}

/** Starts the server temporarily; it stops after its last user. */
async function startForVisit(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir });
  const lastOut = async (): Promise<void> => {
    const host: pg.Client | undefined = await connect(embedded.connection.host);
    await host?.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.embeddedClients]).catch(() => undefined);
    await embedded.stop();
    await host?.end().catch(() => undefined);
  };
  return { ...embedded, stop: lastOut };
}

/**
 * Opens the database of a data folder temporarily: that of the running app, or a server that is started for it.
 * @throws Error if the folder has no data, or the database is unavailable
 */
export async function visitEmbedded(dataDir: string): Promise<Embedded> {
  const cluster = join(dataDir, "pg");
  if (!existsSync(join(cluster, "PG_VERSION"))) throw new Error(`There is no Spotter in ${dataDir}: see DATA_DIR`);
  for (let attempt = 1; ; attempt++) {
    const joined = await joinRunning(cluster);
    if (joined) return joined;
    try {
      return await startForVisit(dataDir);
    } catch (error) {
      if (!(error instanceof InUseError) || attempt === TRIES) throw error;
    }
  }
}
