import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./network.ts";
import { type FleetProcess, startOn, untilListening } from "./processes.ts";

/** An S3 store: OpenStack Swift with its S3 layer, on one machine with one disk. */
export interface S3Store {
  /** `http://key:secret@host:port/bucket?region=us-east-1` */
  readonly url: string;
  readonly processes: readonly FleetProcess[];
}

const PROXY_PORT = 8080;
const MEMCACHED_PORT = 8081;
const SERVERS = { account: 8082, container: 8083, object: 8084 } as const;
const [ACCOUNT, USER, SECRET, REGION] = ["fleet", "spotter", "a-secret-of-the-fleet", "us-east-1"];

const section = (name: string, values: Readonly<Record<string, string | number>>): string =>
  [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ""].join("\n");

function writeProxySettings(folder: string, address: string): void {
  const cache = `${address}:${MEMCACHED_PORT}`;
  const settings = [
    section("DEFAULT", { bind_ip: address, bind_port: PROXY_PORT, swift_dir: folder, workers: 2, user: "root" }),
    section("pipeline:main", { pipeline: "catch_errors cache listing_formats s3api tempauth proxy-server" }),
    section("app:proxy-server", { use: "egg:swift#proxy", account_autocreate: "true" }),
    section("filter:catch_errors", { use: "egg:swift#catch_errors" }),
    section("filter:cache", { use: "egg:swift#memcache", memcache_servers: cache }),
    section("filter:listing_formats", { use: "egg:swift#listing_formats" }),
    section("filter:s3api", { use: "egg:swift#s3api", location: REGION ?? "" }),
    section("filter:tempauth", { use: "egg:swift#tempauth", [`user_${ACCOUNT}_${USER}`]: `${SECRET} .admin` }),
  ];
  writeFileSync(join(folder, "proxy.conf"), settings.join("\n"));
}

function writeServerSettings(folder: string, address: string, name: string, port: number): void {
  const settings = [
    section("DEFAULT", {
      devices: join(folder, "disks"),
      mount_check: "false",
      bind_ip: address,
      bind_port: port,
      swift_dir: folder,
      workers: 0,
      user: "root",
      fallocate_reserve: 0,
      disable_fallocate: "true",
    }),
    section("pipeline:main", { pipeline: `${name}-server` }),
    section(`app:${name}-server`, { use: `egg:swift#${name}` }),
  ];
  writeFileSync(join(folder, `${name}.conf`), settings.join("\n"));
  const builder = join(folder, `${name}.builder`);
  for (const step of [["create", "4", "1", "1"], ["add", `r1z1-${address}:${port}/disk`, "1"], ["rebalance"]])
    execFileSync("swift-ring-builder", [builder, ...step], { stdio: "ignore" });
}

/** The bucket `photos` has to be created. */
export async function startS3Store(machine: Machine, folder: string): Promise<S3Store> {
  const { address } = machine;
  mkdirSync(join(folder, "disks", "disk"), { recursive: true });
  const hash = { swift_hash_path_suffix: "fleet", swift_hash_path_prefix: "fleet" };
  const policy = { name: "one", default: "yes" };
  writeFileSync(join(folder, "swift.conf"), `${section("swift-hash", hash)}\n${section("storage-policy:0", policy)}`);
  writeProxySettings(folder, address);
  for (const [name, port] of Object.entries(SERVERS)) writeServerSettings(folder, address, name, port);
  const env = { SWIFT_DIR: folder };
  const start = async (name: string, port: number, command: readonly string[]): Promise<FleetProcess> => {
    const running = startOn(machine, command, { name, folder, env });
    await untilListening(running, machine, port);
    return running;
  };
  const memcached = ["memcached", "-u", "root", "-l", address, "-p", String(MEMCACHED_PORT)];
  const processes = [await start("memcached", MEMCACHED_PORT, memcached)];
  for (const [name, port] of Object.entries(SERVERS))
    processes.push(await start(name, port, [`swift-${name}-server`, join(folder, `${name}.conf`)]));
  processes.push(await start("proxy", PROXY_PORT, ["swift-proxy-server", join(folder, "proxy.conf")]));
  const credentials = `${encodeURIComponent(`${ACCOUNT}:${USER}`)}:${SECRET}`;
  return { url: `http://${credentials}@${address}:${PROXY_PORT}/photos?region=${REGION}`, processes };
}
