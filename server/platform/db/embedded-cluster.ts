import {
  chownSync,
  existsSync,
  mkdirSync,
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
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { APP, createRoles, LOCKS_DATABASE, SUPERUSER } from "#server/platform/db/embedded-roles.ts";
import { chownToPostgres, type Programs, runProgram } from "#server/platform/db/embedded-run.ts";

/** Milliseconds to wait for the folder's lock, which a stopping process may still hold. */
const LOCK_WAIT_MS = 10_000;

export class InUseError extends Error {}

export const inUseError = (folder: string) =>
  new InUseError(`Another Spotter process is using ${folder}. Stop it first.`);

/**
 * Reconnects and takes the folder's lock again, after a recovery of any length.
 * @returns undefined if that fails
 */
export async function relock(sockets: string): Promise<pg.Client | undefined> {
  for (let deadline = Date.now() + LOCK_WAIT_MS; Date.now() < deadline; await wait(100)) {
    const client = await tryToConnect(sockets);
    if (client === "busy") deadline = Date.now() + LOCK_WAIT_MS;
    if (typeof client === "string") continue;
    if (await tryLock(client).catch(() => false)) return client;
    await client.end().catch(() => undefined);
  }
  return undefined;
}

/** Creates the cluster under a temporary name and renames it, so that a partial cluster is never used. */
export function initializeCluster(programs: Programs, cluster: string): void {
  const draft = `${cluster}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  chownToPostgres(programs, draft);
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
  try {
    runProgram(programs, "initdb", ["-D", draft, "-U", SUPERUSER, "--auth=reject", ...locale]);
    createRoles(programs, draft);
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // A concurrent start may have created the cluster first.
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
  }
}

/** As root inside a folder of another user, the data folder goes to that user, who will run the database. */
export function createDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { uid, gid } = statSync(dirname(dataDir));
  if (process.getuid?.() === 0 && uid !== 0) chownSync(dataDir, uid, gid);
}

/**
 * Reads `postmaster.pid` of a cluster: the process id on line 1 and the socket folder on line 5, which is empty at first.
 */
export function readPidFile(cluster: string): { pid: number; sockets: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), sockets: lines[4] ?? "" };
  } catch {
    return undefined;
  }
}

/** The id may have been reused by another process, or belong to a zombie. */
export function isServerOf(cluster: string, pid: number): boolean {
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

/** The server starts, recovers from a crash or shuts down. */
const CANNOT_CONNECT_NOW = "57P03";

/** Connects, or says whether the server there only asks for patience, however long it has been busy. */
export async function tryToConnect(sockets: string): Promise<pg.Client | "busy" | "silent"> {
  if (sockets === "") return "silent";
  const client = new pg.Client({ host: sockets, user: APP, database: LOCKS_DATABASE });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return error instanceof pg.DatabaseError && error.code === CANNOT_CONNECT_NOW ? "busy" : "silent";
  }
}

export async function connect(sockets: string): Promise<pg.Client | undefined> {
  const connected = await tryToConnect(sockets);
  return typeof connected === "string" ? undefined : connected;
}

export const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query("select pg_try_advisory_lock($1) as got", [ADVISORY_LOCKS.dataFolder])).rows[0].got;

/** Whether a process holds the folder's lock. Does not take the lock, which would make a concurrent start fail. */
export const isLocked = async (client: pg.Client): Promise<boolean> => {
  const query = "select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted";
  return (await client.query(query, [ADVISORY_LOCKS.dataFolder])).rows.length > 0;
};

/**
 * If the lock is held, waits until the holder releases it. A server that recovers or shuts down may take as long as it
 * takes: stopped in between, it would begin anew at the next start.
 * @throws InUseError if the folder stays locked
 */
export async function stopLeftoverServer(cluster: string): Promise<void> {
  for (let deadline = Date.now() + LOCK_WAIT_MS; ; ) {
    const pidFile = readPidFile(cluster);
    if (!pidFile) return;
    if (!isServerOf(cluster, pidFile.pid)) {
      rmSync(join(cluster, "postmaster.pid"), { force: true });
      return;
    }
    const client = await tryToConnect(pidFile.sockets);
    if (client === "busy") deadline = Date.now() + LOCK_WAIT_MS;
    const isUnlocked = typeof client !== "string" && (await tryLock(client).catch(() => false));
    if (typeof client !== "string") await client.end().catch(() => undefined);
    if (isUnlocked) process.kill(pidFile.pid, "SIGINT");
    if (Date.now() > deadline) throw inUseError(cluster);
    await wait(isUnlocked ? 50 : 200);
  }
}
