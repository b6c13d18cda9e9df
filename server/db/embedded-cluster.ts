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
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";
import { APP, LOCKS_DATABASE, makeRoles, SUPERUSER } from "#server/db/embedded-roles.ts";
import { hand, type Programs, run } from "#server/db/embedded-run.ts";

/** Milliseconds that a second start waits: a stopping process still holds the folder's lock. */
const LOCKED_MS = 10_000;

/** The data folder is another running Spotter's. */
export class InUseError extends Error {}

export const inUse = (folder: string) => new InUseError(`Another Spotter is running on ${folder}. Stop it first.`);

/** Connects and takes the lock again; undefined if that fails for a while. */
export async function relock(sockets: string): Promise<pg.Client | undefined> {
  const deadline = Date.now() + LOCKED_MS;
  while (Date.now() < deadline) {
    const client = await connect(sockets);
    if (client && (await tryLock(client).catch(() => false))) return client;
    await client?.end().catch(() => undefined);
    await wait(100);
  }
  return undefined;
}

/** Creates the cluster beside its final path and renames it, so that a partial one is never used. */
export function initialise(programs: Programs, cluster: string): void {
  const draft = `${cluster}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  hand(programs, draft);
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
  try {
    run(programs, "initdb", ["-D", draft, "-U", SUPERUSER, "--auth=reject", ...locale]);
    makeRoles(programs, draft);
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start may have been quicker.
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
  }
}

/** Creates the data folder. In a folder of another user, root creates it for that user, who will run the database. */
export function makeDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { uid, gid } = statSync(dirname(dataDir));
  if (process.getuid?.() === 0 && uid !== 0) chownSync(dataDir, uid, gid);
}

/**
 * Reads `postmaster.pid` of a cluster: process id on line 1, socket folder on line 5. A server in single-user mode
 * (`runAlone`) has a negative process id, and no folder.
 */
export function readPidFile(cluster: string): { pid: number; sockets: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Math.abs(Number(lines[0])), sockets: lines[4] ?? "" };
  } catch {
    return undefined;
  }
}

/** Whether the process is alive and is this cluster's server; its number may be another's by now, or a zombie's. */
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

async function connectAs(user: string, sockets: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ host: sockets, user, database: LOCKS_DATABASE });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch {
    await client.end().catch(() => undefined);
    return undefined;
  }
}

/**
 * Connects to the database with the advisory locks; undefined if it does not respond. A server of an earlier version
 * only accepts its superuser.
 */
export const connect = async (sockets: string): Promise<pg.Client | undefined> =>
  sockets === "" ? undefined : ((await connectAs(APP, sockets)) ?? (await connectAs(SUPERUSER, sockets)));

export const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query("select pg_try_advisory_lock($1) as got", [ADVISORY_LOCKS.dataFolder])).rows[0].got;

/** Whether the folder is locked. Does not take the lock, so that a concurrent start finds it free. */
export const isLocked = async (client: pg.Client): Promise<boolean> => {
  const held = "select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted";
  return (await client.query(held, [ADVISORY_LOCKS.dataFolder])).rows.length > 0;
};

/**
 * Handles a server that an earlier start left behind: stops it if its lock is free, otherwise waits for it.
 * @throws InUseError if the folder stays locked
 */
export async function clearLeftOver(cluster: string): Promise<void> {
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
    if (Date.now() > deadline) throw inUse(cluster);
    await wait(free ? 50 : 200);
  }
}
