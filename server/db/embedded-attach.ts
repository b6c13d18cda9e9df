import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { connectionsTo, type Embedded, startEmbedded } from "#server/db/embedded.ts";
import { connect, InUseError, isLocked, isServerOf, readPidFile } from "#server/db/embedded-cluster.ts";
import { APP } from "#server/db/embedded-roles.ts";

/** Any number; each visitor holds it, and whoever started the server for a visit waits for the others before it stops. */
const VISIT = 7_768_839;
/** Between two looks something may begin or end. */
const TRIES = 5;

class EarlierVersionError extends Error {
  constructor(cluster: string) {
    super(`An earlier version of Spotter runs on ${cluster}: restart it, then repeat this`);
  }
}

/** Comes to a server that is running for somebody, or undefined where none does, or it is about to stop. */
async function joinRunning(cluster: string): Promise<Embedded | undefined> {
  const running = readPidFile(cluster);
  if (!running || !isServerOf(cluster, running.pid)) return undefined;
  const visit = await connect(running.sockets);
  if (!visit) return undefined;
  const leave = () => visit.end().catch(() => undefined);
  try {
    // One that nobody holds was left behind: whoever starts next stops it.
    if (await isLocked(visit)) {
      if (visit.user !== APP) throw new EarlierVersionError(cluster);
      await visit.query("select pg_advisory_lock_shared($1)", [VISIT]);
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

/** Starts the server for this visit; it stops once the last visitor has left. */
async function startForVisit(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir });
  const lastOut = async (): Promise<void> => {
    const host: pg.Client | undefined = await connect(embedded.connection.host);
    await host?.query("select pg_advisory_lock($1)", [VISIT]).catch(() => undefined);
    await embedded.stop();
    await host?.end().catch(() => undefined);
  };
  return { ...embedded, stop: lastOut };
}

/**
 * The database of a data folder for a short visit: the running Spotter's, or where none runs one that is started for it.
 * @throws Error where there is no Spotter in the folder, or it cannot be reached
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
