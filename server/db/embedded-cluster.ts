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
import { APP, LOCKS_DATABASE, makeRoles, SUPERUSER } from "#server/db/embedded-roles.ts";
import { hand, type Programs, run } from "#server/db/embedded-run.ts";

/** Any number; it stands for 'this data folder is in use'. */
const LOCK = 7_768_837;
/** How long a second start waits for the first to go: one that is stopping still holds the folder. */
const LOCKED_MS = 10_000;

/** The data folder is another running Spotter's. */
export class InUseError extends Error {}

export const inUse = (folder: string) => new InUseError(`Another Spotter is running on ${folder}. Stop it first.`);

/** Connects and locks again, or undefined where that does not work soon. */
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

/** Makes the cluster beside its final place and renames it, so that a half-made one is never taken for whole. */
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

/** Makes the data folder. In a folder of another user's, root makes it for that user, as whom the database will run. */
export function makeDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { uid, gid } = statSync(dirname(dataDir));
  if (process.getuid?.() === 0 && uid !== 0) chownSync(dataDir, uid, gid);
}

/**
 * What `postmaster.pid` says of a server on this cluster: process id on line 1, socket folder on line 5. One that runs without
 * connections (`runAlone`) has its process id below zero, and no folder.
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

/** Connects to where the locks are; undefined where nobody answers. A server that an earlier version started has its superuser only. */
export const connect = async (sockets: string): Promise<pg.Client | undefined> =>
  sockets === "" ? undefined : ((await connectAs(APP, sockets)) ?? (await connectAs(SUPERUSER, sockets)));

export const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query("select pg_try_advisory_lock($1) as got", [LOCK])).rows[0].got;

/** Whether somebody holds the folder. It only looks: a start that comes at the same time must find the lock free. */
export const isLocked = async (client: pg.Client): Promise<boolean> => {
  const held = "select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted";
  return (await client.query(held, [LOCK])).rows.length > 0;
};

/**
 * A server that an earlier start left behind: stopped if nobody holds its lock, waited for if somebody does.
 * @throws InUseError when the folder stays in use
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
