import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import {
  clearLeftOver,
  connect,
  initialise,
  inUse,
  isServerOf,
  makeDataFolder,
  readPidFile,
  relock,
  tryLock,
} from "#server/db/embedded-cluster.ts";
import { APP, DATABASE, hasRoles, makeRoles, OWNER } from "#server/db/embedded-roles.ts";
import { findPrograms, hand, launch, type Programs } from "#server/db/embedded-run.ts";
import { takeStartTurn } from "#server/db/start-lock.ts";

const MAJOR = "18";
const START_MS = 60_000;
/** Leaves room for `/.s.PGSQL.5432.lock`. */
const SOCKET_FOLDER_BYTES_MAX = 74;
const SOCKET_FOLDERS = "pg-socket-";

/** For `pg`: a folder with a socket in it. Nothing listens on the network. */
export interface SocketConnection {
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export interface Embedded {
  /** As the app's role, which reads and writes rows. */
  readonly connection: SocketConnection;
  /** As the owner, who changes the schema. */
  readonly owner: SocketConnection;
  stop(): Promise<void>;
}

/** How both roles connect to a server by its socket folder. */
export const connectionsTo = (host: string): Pick<Embedded, "connection" | "owner"> => ({
  connection: { host, user: APP, database: DATABASE },
  owner: { host, user: OWNER, database: DATABASE },
});

export interface EmbeddedOptions {
  /** The folder of the cluster is made in here. */
  readonly dataDir: string;
  /** Settings for `postgres -c`, beyond ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server ends without having been asked to. */
  readonly onCrash?: () => void;
}

/**
 * A folder for the socket, of this start's own: another start on the same data must never find it, or take it away. A
 * socket's whole path may have 107 bytes; where the data folder's is too long for that, it is a temporary one.
 */
function makeSocketFolder(programs: Programs, dataDir: string): string {
  const near = join(dataDir, SOCKET_FOLDERS);
  const folder = mkdtempSync(Buffer.byteLength(near) <= SOCKET_FOLDER_BYTES_MAX ? near : "/tmp/spotter-");
  hand(programs, folder);
  return folder;
}

/** Takes away what starts that were killed have left. Only whoever holds the folder may. */
function sweep(dataDir: string, own: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const leftOver = name.startsWith(SOCKET_FOLDERS) || name.startsWith("pg.new-");
    if (leftOver && path !== own) rmSync(path, { recursive: true, force: true });
  }
}

async function whenReady(server: ChildProcess, sockets: string, logFile: string): Promise<pg.Client> {
  const deadline = Date.now() + START_MS;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const client = await connect(sockets);
    if (client) return client;
    await wait(20);
  }
  throw new Error(`The embedded PostgreSQL did not start: see ${logFile}`);
}

/** Refuses to run in a way that can lose what was acknowledged. */
async function assertDurable(client: pg.Client): Promise<void> {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    const { rows } = await client.query(`show ${setting}`);
    if (rows[0]?.[setting] !== "on") throw new Error(`The embedded PostgreSQL must run with ${setting} on`);
  }
}

/** Starts a server on a cluster that is there. @param durable whether it must prove that it loses nothing */
async function start(
  options: EmbeddedOptions,
  programs: Programs,
  cluster: string,
  durable: boolean,
): Promise<Embedded> {
  const { dataDir, settings = {}, onCrash } = options;
  const sockets = makeSocketFolder(programs, dataDir);
  const logFile = join(dataDir, "postgres.log");
  // Neither statements nor rows in its log: both hold what members wrote.
  const silent = { log_error_verbosity: "terse", log_min_error_statement: "panic" };
  const given = {
    ...silent,
    listen_addresses: "",
    unix_socket_permissions: "0700",
    jit: "off",
    timezone: "UTC",
    ...settings,
  };
  const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = launch(programs, ["-D", cluster, "-k", `"${sockets}"`, ...flags], logFile);
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => resolve());
    server.once("error", () => resolve());
  });
  let stopping = false;
  let lock: pg.Client | undefined;
  const stop = async () => {
    stopping = true;
    await lock?.end().catch(() => undefined);
    if (server.exitCode === null && server.signalCode === null) server.kill("SIGINT");
    await ended;
    rmSync(sockets, { recursive: true, force: true });
  };
  try {
    lock = await whenReady(server, sockets, logFile);
    if (!(await tryLock(lock))) throw inUse(dataDir);
    sweep(dataDir, sockets);
    if (durable) await assertDurable(lock);
  } catch (error) {
    const failedByItself = server.exitCode !== null || server.signalCode !== null;
    await stop();
    const other = readPidFile(cluster);
    // Two starts came at once, and the other one's server was quicker.
    if (failedByItself && other && other.pid !== server.pid && isServerOf(cluster, other.pid)) throw inUse(dataDir);
    throw error;
  }
  const keepLock = (held: pg.Client) =>
    held.once("end", async () => {
      if (stopping) return;
      // One of the server's processes died and took all connections along; the folder is still ours.
      lock = await relock(sockets);
      if (lock) keepLock(lock);
      else if (!stopping) onCrash?.();
    });
  keepLock(lock);
  void ended.then(() => {
    if (!stopping) onCrash?.();
  });
  return { ...connectionsTo(sockets), stop };
}

/**
 * Starts the embedded PostgreSQL of a data folder, making its cluster the first time.
 * @param durable off only for tests, whose clusters are thrown away
 * @throws InUseError when another Spotter has the folder; Error when it cannot run here
 */
export async function startEmbedded(options: EmbeddedOptions, durable = true): Promise<Embedded> {
  makeDataFolder(options.dataDir);
  const programs = findPrograms(options.dataDir);
  const cluster = join(options.dataDir, "pg");
  if (!existsSync(join(cluster, "PG_VERSION"))) initialise(programs, cluster);
  const major = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (major !== MAJOR) throw new Error(`${cluster} was made by PostgreSQL ${major}; this Spotter runs ${MAJOR}`);
  const turn = await takeStartTurn(options.dataDir);
  try {
    await clearLeftOver(cluster);
    if (!hasRoles(cluster)) makeRoles(programs, cluster);
    return await start(options, programs, cluster, durable);
  } finally {
    turn.release();
  }
}
