import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./network.ts";
import { connectionTo, PORT as POSTGRES_PORT } from "./postgres.ts";
import { type FleetProcess, startOn, untilListening } from "./processes.ts";

export const UNPRIVILEGED = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"];

const REDIS_PORT = 6379;
const POOLER_PORT = 6432;

export interface RunningEngine {
  readonly url: string;
  readonly running: FleetProcess;
}

/** Without persistence: Spotter keeps nothing there that has to survive. */
export async function startRedis(machine: Machine, folder: string): Promise<RunningEngine> {
  mkdirSync(folder, { recursive: true });
  const settings = ["--bind", machine.address, "--protected-mode", "no", "--save", "", "--appendonly", "no"];
  const command = ["redis-server", "--port", String(REDIS_PORT), ...settings];
  const running = startOn(machine, command, { name: "redis", folder });
  await untilListening(running, machine, REDIS_PORT);
  return { url: `redis://${machine.address}:${REDIS_PORT}`, running };
}

/** In transaction mode. @param roles the roles that may connect */
export async function startPooler(
  machine: Machine,
  folder: string,
  database: string,
  roles: readonly string[],
): Promise<RunningEngine> {
  mkdirSync(folder, { recursive: true });
  const users = join(folder, "users.txt");
  const { password, database: name } = connectionTo(database);
  writeFileSync(users, roles.map((role) => `"${role}" "${String(password)}"\n`).join(""));
  const settings = `
[databases]
${name} = host=${database} port=${POSTGRES_PORT}
[pgbouncer]
listen_addr = ${machine.address}
listen_port = ${POOLER_PORT}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 40
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 10
`;
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, settings);
  const running = startOn(machine, [...UNPRIVILEGED, "pgbouncer", file], { name: "pgbouncer", folder });
  await untilListening(running, machine, POOLER_PORT);
  return {
    url: `postgres://${roles[0]}:${String(password)}@${machine.address}:${POOLER_PORT}/${name}`,
    running,
  };
}
