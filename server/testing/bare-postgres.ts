import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { SocketConnection } from "#server/platform/db/embedded.ts";
import { findPrograms, launchServer, type Programs, runProgram } from "#server/platform/db/embedded-run.ts";

/** The folder of the binaries of another PostgreSQL version, such as `/usr/lib/postgresql/16/bin`. */
const OTHER_PROGRAMS = process.env["TEST_POSTGRES_BIN"];

/** A PostgreSQL cluster as created by `initdb`, without Spotter's roles. */
export interface BarePostgres {
  readonly superuser: SocketConnection;
  /** @param signal SIGQUIT ends it at once, without a checkpoint */
  stop(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
}

function findBinaries(dataDir: string): Programs {
  const programs = findPrograms(dataDir);
  return OTHER_PROGRAMS ? { ...programs, folder: OTHER_PROGRAMS } : programs;
}

/**
 * Starts a server on the cluster in `folder/pg`. Creates the cluster first if there is none.
 * @param superuser the name of the superuser, who needs no password
 * @param others the authentication method of all other roles
 */
export async function startBarePostgres(
  folder: string,
  superuser: string,
  others: "trust" | "scram-sha-256",
): Promise<BarePostgres> {
  const programs = findBinaries(folder);
  const cluster = join(folder, "pg");
  const isNew = await mkdir(cluster, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (isNew) {
    runProgram(programs, "initdb", ["-D", cluster, "-U", superuser, "--auth=trust", "--encoding=UTF8", "--no-sync"]);
    writeFileSync(join(cluster, "pg_hba.conf"), `local all ${superuser} trust\nlocal all all ${others}\n`);
  }
  const settings = ["listen_addresses=", "fsync=off"].flatMap((one) => ["-c", one]);
  const server = launchServer(
    programs,
    ["-D", cluster, "-k", `"${folder}"`, ...settings],
    join(folder, "postgres.log"),
  );
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const connection = { host: folder, user: superuser, database: "postgres" };
  for (;;) {
    const client = new pg.Client(connection);
    client.on("error", () => undefined);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isReady) break;
    if (server.exitCode !== null) throw new Error(`The server exited. See ${folder}/postgres.log.`);
    await pause(20);
  }
  const stop = async (signal: NodeJS.Signals = "SIGINT") => {
    server.kill(signal);
    await ended;
  };
  return { superuser: connection, stop };
}

/** @returns the rows of the last statement */
export async function query(connection: pg.ClientConfig, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** What belongs to an extension is its installer's, and what PostgreSQL trusts, a superuser's. */
const isNoExtensions = (catalog: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;

export const OWNERS = `
  select distinct pg_get_userbyid(owner) as owner from (
    select relowner as owner from pg_class where relnamespace::regnamespace::text in ('public', 'jobs')
    union select proowner from pg_proc where pronamespace::regnamespace::text in ('public', 'jobs')
      and ${isNoExtensions("pg_proc")}
    union select typowner from pg_type where typnamespace::regnamespace::text in ('public', 'jobs')
      and ${isNoExtensions("pg_type")}
    union select nspowner from pg_namespace where nspname = 'jobs'
    union select datdba from pg_database where datname = 'spotter') as owners`;
