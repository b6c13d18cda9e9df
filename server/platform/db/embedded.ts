import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import {
  createDataFolder,
  initializeCluster,
  inUseError,
  isServerOf,
  readPidFile,
  relock,
  stopLeftoverServer,
  tryLock,
  tryToConnect,
} from "#server/platform/db/embedded-cluster.ts";
import { describeRecovery, followLog } from "#server/platform/db/embedded-recovery.ts";
import { APP, DATABASE, OWNER } from "#server/platform/db/embedded-roles.ts";
import { chownToPostgres, findPrograms, launchServer, type Programs } from "#server/platform/db/embedded-run.ts";
import { fitToMachine, readMachine } from "#server/platform/db/embedded-settings.ts";

const MAJOR = "18";
/** Milliseconds without any sign of life after which a start has failed. */
const SILENT_MS_MAX = 60_000;
const PROGRESS_EVERY_MS = 10_000;
/** Leaves room for `/.s.PGSQL.5432.lock`. */
const SOCKET_FOLDER_BYTES_MAX = 74;
const SOCKET_FOLDERS = "pg-socket-";

/** The server does not listen on the network. */
export interface SocketConnection {
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export interface Embedded {
  readonly connection: SocketConnection;
  readonly owner: SocketConnection;
  stop(): Promise<void>;
}

export const connectionsTo = (host: string): Pick<Embedded, "connection" | "owner"> => ({
  connection: { host, user: APP, database: DATABASE },
  owner: { host, user: OWNER, database: DATABASE },
});

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly onCrash?: () => void;
  /** Every ten seconds while PostgreSQL recovers from a crash. */
  readonly onRecovery?: (progress: string) => void;
  /** For tests. */
  readonly progressEveryMs?: number;
}

/**
 * Creates a socket folder for this start only, so that another start on the same data cannot find or delete it. A
 * socket's path is limited to 107 bytes; if the data folder's path is too long, a temporary folder is used.
 */
function createSocketFolder(programs: Programs, dataDir: string): string {
  const candidate = join(dataDir, SOCKET_FOLDERS);
  const folder = mkdtempSync(Buffer.byteLength(candidate) <= SOCKET_FOLDER_BYTES_MAX ? candidate : "/tmp/spotter-");
  chownToPostgres(programs, folder);
  return folder;
}

/** Deletes the leftovers of killed starts. Requires the folder's lock. */
function removeLeftovers(dataDir: string, ownSockets: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const isLeftover = name.startsWith(SOCKET_FOLDERS) || name.startsWith("pg.new-");
    if (isLeftover && path !== ownSockets) rmSync(path, { recursive: true, force: true });
  }
}

/** However long a recovery takes: a server that says it is starting is left alone, and its progress reported. */
export async function waitUntilReady(
  server: Pick<ChildProcess, "exitCode" | "signalCode">,
  tryOnce: () => ReturnType<typeof tryToConnect>,
  { logFile, readLog }: { readonly logFile: string; readonly readLog: () => string },
  { onRecovery, progressEveryMs = PROGRESS_EVERY_MS }: Pick<EmbeddedOptions, "onRecovery" | "progressEveryMs">,
): Promise<pg.Client> {
  const startedAt = Date.now();
  let [heardAt, reportedAt] = [startedAt, startedAt];
  while (server.exitCode === null && server.signalCode === null && Date.now() - heardAt < SILENT_MS_MAX) {
    const client = await tryOnce();
    if (typeof client !== "string") return client;
    if (client === "busy") heardAt = Date.now();
    if (client === "busy" && heardAt - reportedAt >= progressEveryMs) {
      reportedAt = heardAt;
      onRecovery?.(describeRecovery(readLog()) ?? "it has just begun");
    }
    // Each attempt is a line of the server's log, and a start without a recovery takes less than a second.
    await wait(heardAt - startedAt > 1000 ? 200 : 20);
  }
  throw new Error(`The embedded PostgreSQL did not start. See ${logFile}.`);
}

async function assertDurable(client: pg.Client): Promise<void> {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    const { rows } = await client.query(`show ${setting}`);
    if (rows[0]?.[setting] !== "on") throw new Error(`The embedded PostgreSQL must run with ${setting} on`);
  }
}

/** @param durable whether to check the durability settings, and to use the memory of the machine */
async function start(
  options: EmbeddedOptions,
  programs: Programs,
  cluster: string,
  durable: boolean,
): Promise<Embedded> {
  const { dataDir, settings = {}, onCrash, progressEveryMs = PROGRESS_EVERY_MS } = options;
  const sockets = createSocketFolder(programs, dataDir);
  const logFile = join(dataDir, "postgres.log");
  // Keeps statements and rows out of the server's log, because both contain members' text.
  const privacySettings = { log_error_verbosity: "terse", log_min_error_statement: "panic" };
  const allSettings = {
    ...privacySettings,
    listen_addresses: "",
    unix_socket_permissions: "0700",
    jit: "off",
    // A statement that cannot tell its conversation locks all partitions of the messages, and their indexes.
    max_locks_per_transaction: "256",
    timezone: "UTC",
    log_startup_progress_interval: String(progressEveryMs),
    ...(durable && fitToMachine(readMachine(dataDir))),
    ...settings,
  };
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const readLog = followLog(logFile);
  const server = launchServer(programs, ["-D", cluster, "-k", `"${sockets}"`, ...flags], logFile);
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
    lock = await waitUntilReady(server, () => tryToConnect(sockets), { logFile, readLog }, options);
    if (!(await tryLock(lock))) throw inUseError(dataDir);
    removeLeftovers(dataDir, sockets);
    if (durable) await assertDurable(lock);
  } catch (error) {
    const hasExited = server.exitCode !== null || server.signalCode !== null;
    await stop();
    const other = readPidFile(cluster);
    // A concurrent start was first, and its server uses the cluster.
    if (hasExited && other && other.pid !== server.pid && isServerOf(cluster, other.pid)) throw inUseError(dataDir);
    throw error;
  }
  const keepLock = (held: pg.Client) =>
    held.once("end", async () => {
      if (stopping) return;
      // A backend crash closes all connections, but the server keeps running. The folder must be locked again.
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
 * Starts the embedded PostgreSQL of a data folder. The first start creates the cluster.
 * @param durable false only for discarded clusters in tests
 * @throws InUseError if another process uses the folder; Error if PostgreSQL cannot run here
 */
export async function startEmbedded(options: EmbeddedOptions, durable = true): Promise<Embedded> {
  createDataFolder(options.dataDir);
  const programs = findPrograms(options.dataDir);
  const cluster = join(options.dataDir, "pg");
  if (!existsSync(join(cluster, "PG_VERSION"))) initializeCluster(programs, cluster);
  const major = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (major !== MAJOR)
    throw new Error(
      `${cluster} was created by PostgreSQL ${major}, and this version of Spotter runs PostgreSQL ${MAJOR}. Make a backup with the version of Spotter that created it, and restore it into an empty folder`,
    );
  const startLock = await lockStart(options.dataDir);
  try {
    await stopLeftoverServer(cluster);
    return await start(options, programs, cluster, durable);
  } finally {
    startLock.release();
  }
}

const START_LOCK_WAIT_MS = 30_000;

/**
 * Serializes starts on a data folder. The lock is an abstract socket, which the kernel releases when the process ends
 * for any reason. Only Linux has abstract sockets; starts are not serialized elsewhere.
 */
export async function lockStart(dataDir: string): Promise<{ release(): void }> {
  if (process.platform !== "linux") return { release: () => undefined };
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 32);
  for (const deadline = Date.now() + START_LOCK_WAIT_MS; ; await wait(100)) {
    const server = createServer();
    const taken = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(`\0spotter-start-${name}`, () => resolve(true));
    });
    if (taken) return { release: () => server.close() };
    // It may be waiting for a recovery.
    if (Date.now() > deadline) throw inUseError(dataDir);
  }
}
