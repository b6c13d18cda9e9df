import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { findPrograms, type Programs, runProgram } from "#server/platform/db/embedded-run.ts";
import type { Machine } from "./network.ts";
import { type FleetProcess, startOn } from "./processes.ts";

export interface Postgres {
  readonly machine: Machine;
  readonly running: FleetProcess;
  readonly superuser: pg.PoolConfig;
}

export const PORT = 5432;
const DATABASE = "spotter";
const SUPERUSER = "postgres";
/** Only the fleet's network reaches it. */
const PASSWORD = "a-password-of-the-fleet";
const STANDBY = "standby";

const SETTINGS = {
  wal_level: "replica",
  max_wal_senders: "5",
  max_connections: "200",
  max_locks_per_transaction: "256",
  hot_standby: "on",
  wal_keep_size: "1GB",
  // A fault must not lose what was acknowledged: see docs/operating/fail-over.md.
  synchronous_commit: "on",
  // Otherwise a machine that was unplugged keeps its connections for hours.
  tcp_keepalives_idle: "5",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3",
  wal_sender_timeout: "5s",
  wal_receiver_timeout: "5s",
};

const commandOf = (programs: Programs, args: readonly string[]): string[] => [
  ...programs.commandPrefix,
  join(programs.folder, "postgres"),
  ...args,
];

const clusterOf = (folder: string): string => join(folder, "cluster");

export const connectionTo = (host: string, user: string = SUPERUSER): pg.PoolConfig => ({
  host,
  port: PORT,
  user,
  password: PASSWORD,
  database: DATABASE,
});

export const urlOf = (host: string, user: string): string =>
  `postgres://${user}:${PASSWORD}@${host}:${PORT}/${DATABASE}`;

/** On a connection of its own. @returns the rows of the last statement */
export async function execute(
  connection: pg.PoolConfig,
  ...statements: readonly string[]
): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  let rows: pg.QueryResultRow[] = [];
  try {
    for (const statement of statements) ({ rows } = await client.query(statement));
  } finally {
    await client.end();
  }
  return rows;
}

export async function startPostgres(machine: Machine, folder: string, database = DATABASE): Promise<Postgres> {
  const programs = findPrograms(folder);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", clusterOf(folder), "-c", "listen_addresses=*", "-k", "", ...settings];
  const running = startOn(machine, commandOf(programs, args), { name: "postgres", folder, cwd: "/" });
  const superuser = connectionTo(machine.address);
  for (const end = Date.now() + 30_000; ; await pause(100)) {
    try {
      await execute({ ...superuser, database }, "select 1");
      return { machine, running, superuser };
    } catch (error) {
      if (Date.now() > end)
        throw new Error(`PostgreSQL does not start:\n${running.output().slice(-3000)}`, { cause: error });
    }
  }
}

export async function createPrimary(machine: Machine, folder: string): Promise<Postgres> {
  mkdirSync(folder, { recursive: true });
  const programs = findPrograms(folder);
  const cluster = clusterOf(folder);
  mkdirSync(cluster, { mode: 0o700 });
  runProgram(programs, "initdb", ["-D", cluster, "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  const hba = [
    `host all ${SUPERUSER} samenet trust`,
    "host replication all samenet trust",
    "host all all samenet scram-sha-256",
  ];
  writeFileSync(join(cluster, "pg_hba.conf"), `${hba.join("\n")}\n`);
  const primary = await startPostgres(machine, folder, "postgres");
  await execute(
    { ...primary.superuser, database: "postgres" },
    `create role spotter_owner login password '${PASSWORD}'`,
    `create role spotter_app login password '${PASSWORD}'`,
    `create database ${DATABASE} owner spotter_owner`,
  );
  await execute(primary.superuser, "revoke create on schema public from public");
  return primary;
}

/** The primary is stopped for the copy. @returns the started primary and the replica */
export async function addReplica(
  primary: Postgres,
  primaryFolder: string,
  machine: Machine,
  folder: string,
): Promise<readonly [Postgres, Postgres]> {
  primary.running.child.kill("SIGINT");
  await primary.running.ended;
  mkdirSync(folder, { recursive: true });
  const cluster = clusterOf(folder);
  cpSync(clusterOf(primaryFolder), cluster, { recursive: true, verbatimSymlinks: true });
  rmSync(join(cluster, "postmaster.pid"), { force: true });
  writeFileSync(join(cluster, "standby.signal"), "");
  const source = `host=${primary.machine.address} port=${PORT} user=${SUPERUSER} application_name=${STANDBY}`;
  writeFileSync(join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  const started = await startPostgres(primary.machine, primaryFolder);
  return [started, await startPostgres(machine, folder)];
}

/** Each commit then waits until the replica has it. */
export async function setSynchronous(primary: Postgres, synchronous: boolean): Promise<void> {
  await execute(
    primary.superuser,
    `alter system set synchronous_standby_names = '${synchronous ? STANDBY : ""}'`,
    "select pg_reload_conf()",
  );
}

export async function promote(replica: Postgres): Promise<void> {
  await execute(replica.superuser, "select pg_promote(true, 30)");
}
