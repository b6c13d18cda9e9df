import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
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
  /** The cluster's folder is created in it. */
  readonly dataDir: string;
  /** Settings for `postgres -c`, beyond ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server ends without having been asked to. */
  readonly onCrash?: () => void;
}

/**
 * Creates a socket folder for this start only: another start on the same data must not find or delete it. A socket's
 * path is limited to 107 bytes; if the data folder's path is too long, a temporary folder is used.
 */
function makeSocketFolder(programs: Programs, dataDir: string): string {
  const near = join(dataDir, SOCKET_FOLDERS);
  const folder = mkdtempSync(Buffer.byteLength(near) <= SOCKET_FOLDER_BYTES_MAX ? near : "/tmp/spotter-");
  hand(programs, folder);
  return folder;
}

/** Deletes the remains of killed starts. Needs the folder's lock. */
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

/** Rejects settings that can lose committed data. */
async function assertDurable(client: pg.Client): Promise<void> {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    const { rows } = await client.query(`show ${setting}`);
    if (rows[0]?.[setting] !== "on") throw new Error(`The embedded PostgreSQL must run with ${setting} on`);
  }
}

/** Starts a server on an existing cluster. @param durable whether to check the durability settings */
async function start(
  options: EmbeddedOptions,
  programs: Programs,
  cluster: string,
  durable: boolean,
): Promise<Embedded> {
  const { dataDir, settings = {}, onCrash } = options;
  const sockets = makeSocketFolder(programs, dataDir);
  const logFile = join(dataDir, "postgres.log");
  // Keeps statements and rows out of its log: both contain members' text.
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
    // Two starts were concurrent, and the other server was first.
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
 * Starts the embedded PostgreSQL of a data folder; creates its cluster the first time.
 * @param durable false only in tests, whose clusters are discarded
 * @throws InUseError if another process holds the folder; Error if PostgreSQL cannot run here
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

const WAIT_MS = 60_000;

/**
 * Serializes starts on a data folder. The lock is an abstract socket, which the system releases when the process ends,
 * however it ends. Only Linux has them; elsewhere starts are not serialized.
 */
export async function takeStartTurn(dataDir: string): Promise<{ release(): void }> {
  if (process.platform !== "linux") return { release: () => undefined };
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 32);
  for (const deadline = Date.now() + WAIT_MS; ; await wait(100)) {
    const server = createServer();
    const taken = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(`\0spotter-start-${name}`, () => resolve(true));
    });
    // A start that takes so long is stuck; the database has its own lock.
    if (taken || Date.now() > deadline) return { release: () => server.close() };
  }
}
