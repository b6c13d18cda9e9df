import type { ChildProcess } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { findPrograms, hand, launch, type Programs, run } from "#server/db/embedded-run.ts";

const MAJOR = "18";
const USER = "spotter";
/** Any number; it stands for 'this data folder is in use'. */
const LOCK = 7_768_837;
const START_MS = 60_000;
/** Leaves room for `/.s.PGSQL.5432.lock`. */
const SOCKET_FOLDER_BYTES_MAX = 80;
/** How long a second start waits for the first to go: one that is stopping still holds the folder. */
const LOCKED_MS = 10_000;

export interface Embedded {
  /** For `pg`: a folder with a socket in it. Nothing listens on the network. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder of the cluster is made in here. */
  readonly dataDir: string;
  /** Settings for `postgres -c`, beyond ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server ends without having been asked to. */
  readonly onCrash?: () => void;
}

/** The data folder is another running Spotter's. */
export class InUseError extends Error {}

/** Makes the cluster beside its final place and renames it, so that a half-made one is never taken for whole. */
function initialise(programs: Programs, cluster: string): void {
  const draft = `${cluster}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  hand(programs, draft);
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
  try {
    run(programs, "initdb", ["-D", draft, "-U", USER, "--auth=trust", ...locale]);
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start may have been quicker.
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
  }
}

/** Makes the data folder. In a folder of another user's, root makes it for that user, as whom the database will run. */
function makeDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { uid, gid } = statSync(dirname(dataDir));
  if (process.getuid?.() === 0 && uid !== 0) chownSync(dataDir, uid, gid);
}

/** What `postmaster.pid` says of a server on this cluster: process id on line 1, socket folder on line 5. */
function readPidFile(cluster: string): { pid: number; sockets: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), sockets: lines[4] ?? "" };
  } catch {
    return undefined;
  }
}

/** Whether the process is alive and is this cluster's server; its number may be another's by now, or a zombie's. */
function isServerOf(cluster: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

async function connect(sockets: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ host: sockets, user: USER, database: "postgres" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch {
    await client.end().catch(() => undefined);
    return undefined;
  }
}

const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query("select pg_try_advisory_lock($1) as got", [LOCK])).rows[0].got;

/**
 * A server that an earlier start left behind: stopped if nobody holds its lock, waited for if somebody does.
 * @throws InUseError when the folder stays in use
 */
async function clearLeftOver(cluster: string): Promise<void> {
  const deadline = Date.now() + LOCKED_MS;
  for (;;) {
    const left = readPidFile(cluster);
    if (!left) return;
    if (!isServerOf(cluster, left.pid)) {
      rmSync(join(cluster, "postmaster.pid"), { force: true });
      return;
    }
    const client = await connect(left.sockets);
    const free = client ? await tryLock(client).catch(() => false) : false;
    await client?.end().catch(() => undefined);
    if (free) process.kill(left.pid, "SIGINT");
    if (Date.now() > deadline) throw new InUseError(`Another Spotter is running on ${cluster}. Stop it first.`);
    await wait(free ? 50 : 200);
  }
}

/** A socket's whole path may have 107 bytes; where the data folder's is too long for that, it is a temporary one. */
function makeSocketFolder(programs: Programs, dataDir: string): string {
  const near = join(dataDir, "pg-socket");
  const folder = Buffer.byteLength(near) <= SOCKET_FOLDER_BYTES_MAX ? near : mkdtempSync("/tmp/spotter-");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  hand(programs, folder);
  return folder;
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
  const given = { listen_addresses: "", unix_socket_permissions: "0700", jit: "off", timezone: "UTC", ...settings };
  const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = launch(programs, ["-D", cluster, "-k", sockets, ...flags], logFile);
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
    if (!(await tryLock(lock))) throw new InUseError(`Another Spotter is running on ${dataDir}. Stop it first.`);
    if (durable) await assertDurable(lock);
    const known = await lock.query("select 1 from pg_database where datname = $1", [USER]);
    if (known.rowCount === 0) await lock.query(`create database ${USER}`);
  } catch (error) {
    await stop();
    throw error;
  }
  void ended.then(() => {
    if (!stopping) onCrash?.();
  });
  return { connection: { host: sockets, user: USER, database: USER }, stop };
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
  await clearLeftOver(cluster);
  return start(options, programs, cluster, durable);
}
