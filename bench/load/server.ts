import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { median } from "#bench/figures.ts";
import { connectionsTo } from "#server/platform/db/embedded.ts";
import { readPidFile } from "#server/platform/db/embedded-cluster.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { ENVIRONMENT, makeDataFolder } from "#server/testing/spotter-process.ts";

/**
 * The built server of a checkout, started as `npm start` does, in a process of its own on a data folder of its own. All
 * limits are on. Members' networks are told by `X-Forwarded-For`, because limits by network would else apply to all.
 */
const SETTINGS = {
  PORT: "0",
  DEMO_MEMBERS: "0",
  IMAGE_CHECKS: "off",
  RATE_LIMITS: "on",
  PASSWORD_HASHING: "full",
  TRUST_PROXY: "loopback",
};
/** A large index takes its time. */
const READY_MS = 10 * 60_000;
/** A server that is overwhelmed may not end by itself. */
const STOP_MS = 30_000;
const MS_PER_TICK = 10;

/** CPU time in milliseconds, bytes of the write-ahead log, and images of pages in it, since some time. */
export interface Costs {
  readonly app: number;
  readonly database: number;
  /** This process: requests and devices. */
  readonly client: number;
  readonly wal: number;
}

export interface Installation {
  readonly name: string;
  readonly dataDir: string;
  /** Changes with each start. */
  address(): string;
  /** The connection string of the app's role. */
  databaseUrl(): string;
  /** A connection of the role that owns the tables. Changes with each start. */
  owner(): pg.Client;
  readCosts(): Promise<Costs>;
  /** Resident memory of the app, in bytes. */
  memory(): number;
  restart(): Promise<void>;
  /** Ends it, and deletes its data. */
  remove(): Promise<void>;
}

/** The fields of `/proc/<pid>/stat` after the name, which may contain spaces; undefined once the process has ended. */
function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** @param fields those to add up: user and system time, and for a parent those of its ended children */
const cpuMsIn = (stat: readonly string[] | undefined, fields: readonly number[]): number =>
  MS_PER_TICK * fields.reduce((sum, field) => sum + Number(stat?.[field] ?? 0), 0);
const [OWN, WITH_ENDED] = [
  [11, 12],
  [11, 12, 13, 14],
];

function databaseCpuMs(postmaster: string): number {
  const running = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.[1] === postmaster)
    .reduce((sum, stat) => sum + cpuMsIn(stat, OWN), 0);
  return running + cpuMsIn(statOf(postmaster), WITH_ENDED);
}

/** Linux only. @param settings override those above @throws Error with the log if it does not start */
export async function startInstallation(
  name: string,
  root: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const data = makeDataFolder();
  const logFile = join(data.path, "app.log");
  const start = async () => {
    const log = openSync(logFile, "w");
    const child = spawn(process.execPath, ["scripts/start.ts"], {
      cwd: root,
      env: { ...ENVIRONMENT, DATA_DIR: data.path, ...SETTINGS, ...settings },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const ended = once(child, "exit");
    const readAddress = () => /ready at (\S+)/.exec(readFileSync(logFile, "utf8"))?.[1];
    for (const until = Date.now() + READY_MS; readAddress() === undefined; await pause(200)) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`${name} did not start: ${readFileSync(logFile, "utf8")}`);
    }
    const { pid, sockets } = readPidFile(join(data.path, "pg")) ?? { pid: 0, sockets: "" };
    const { connection, owner: ownerConnection } = connectionsTo(sockets);
    const owner = new pg.Client(ownerConnection);
    await owner.connect();
    await owner.query("set statement_timeout = 0");
    const stop = async () => {
      await owner.end();
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(late);
    };
    return { address: readAddress() ?? "", connection, owner, postmaster: String(pid), child, stop };
  };
  let running = await start().catch((error: unknown) => {
    data.remove();
    throw error;
  });
  return {
    name,
    dataDir: data.path,
    address: () => running.address,
    databaseUrl: () => urlOf(running.connection),
    owner: () => running.owner,
    async readCosts() {
      const { rows } = await running.owner.query<{ bytes: string }>(
        "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes",
      );
      const { user, system } = process.cpuUsage();
      return {
        app: cpuMsIn(statOf(String(running.child.pid)), OWN),
        database: databaseCpuMs(running.postmaster),
        client: (user + system) / 1000,
        wal: Number(rows[0]?.bytes),
      };
    },
    memory() {
      const status = readFileSync(`/proc/${running.child.pid}/status`, "utf8");
      return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
    },
    async restart() {
      await running.stop();
      running = await start();
    },
    async remove() {
      await running.stop().finally(() => data.remove());
    },
  };
}

/** What each of some calls cost, between two readings. */
export const costsOf = (before: Costs, after: Costs, calls: number) => ({
  app_cpu_ms: (after.app - before.app) / calls,
  database_cpu_ms: (after.database - before.database) / calls,
  client_cpu_ms: (after.client - before.client) / calls,
  wal_bytes: (after.wal - before.wal) / calls,
});
export type CallCosts = ReturnType<typeof costsOf>;

/** The median of each of several slices' costs. */
export const medianCosts = (slices: readonly CallCosts[]): CallCosts => ({
  app_cpu_ms: median(slices.map((one) => one.app_cpu_ms)),
  database_cpu_ms: median(slices.map((one) => one.database_cpu_ms)),
  client_cpu_ms: median(slices.map((one) => one.client_cpu_ms)),
  wal_bytes: median(slices.map((one) => one.wal_bytes)),
});
