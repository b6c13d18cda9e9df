import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type App, startApp } from "./app.ts";
import { BALANCER_PORT, startBalancer } from "./balancer.ts";
import { createBucket } from "./engine-tests.ts";
import { type RunningEngine, startPooler, startRedis } from "./engines.ts";
import { type Load, startLoad } from "./load.ts";
import { createLoadMembers } from "./members.ts";
import { addMachine, addSources, DATABASE_ADDRESS, type Machine, moveDatabaseAddress } from "./network.ts";
import { addReplica, connectionTo, createPrimary, type Postgres, setSynchronous, urlOf } from "./postgres.ts";
import { startS3Store } from "./swift.ts";

export interface Fleet {
  readonly folder: string;
  /** One for each machine with members' devices. */
  readonly balancers: readonly Machine[];
  readonly machines: Readonly<Record<"database" | "standby" | "pool" | "cache" | "store", Machine>>;
  readonly devices: readonly Machine[];
  /** The processes behind the balancer. A fault replaces them. */
  readonly apps: App[];
  readonly redis: RunningEngine;
  primary: Postgres;
  replica: Postgres | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly load: Load;
}

const ORIGIN = "https://spotter.example";
const APPS = 3;
const LOAD_MACHINES = 2;
const STRANGERS = 2_000;

/** A fault fills the database's disk. */
export const DISK_MIB = 4_096;

export const folderOf = (folder: string, machine: Machine): string => join(folder, machine.name);

/** By how much the clock of a process differs. */
export const clockOf = (folder: string, machine: Machine): string => join(folderOf(folder, machine), "clock");

function mountDisk(folder: string): void {
  const image = `${folder}.image`;
  mkdirSync(folder);
  execFileSync("truncate", ["-s", `${DISK_MIB}M`, image]);
  execFileSync("mkfs.ext4", ["-q", image]);
  execFileSync("mount", ["-o", "loop", image, folder]);
}

/**
 * Not by default: Debian's PgBouncer is too old to prepare statements, so that PostgreSQL plans each of them again,
 * which two cores cannot do at full size.
 */
const HAS_POOLER = process.env["FLEET_POOLER"] === "on";

function settingsOf(redis: string, pooler: string, standby: Machine, balancers: readonly Machine[], s3: string) {
  const store = new URL(s3);
  const database = urlOf(DATABASE_ADDRESS, "spotter_app");
  return {
    NODE_ENV: "production",
    PUBLIC_URL: ORIGIN,
    ...(HAS_POOLER ? { DATABASE_URL: pooler, DATABASE_DIRECT_URL: database } : { DATABASE_URL: database }),
    DATABASE_OWNER_URL: urlOf(DATABASE_ADDRESS, "spotter_owner"),
    DATABASE_REPLICA_URL: urlOf(standby.address, "spotter_app"),
    REDIS_URL: redis,
    S3_ENDPOINT: `${store.protocol}//${store.host}`,
    S3_BUCKET: store.pathname.slice(1),
    S3_REGION: store.searchParams.get("region") ?? "",
    S3_ACCESS_KEY_ID: decodeURIComponent(store.username),
    S3_SECRET_ACCESS_KEY: store.password,
    HASH_KEY: randomBytes(32).toString("hex"),
    METRICS_TOKEN: randomBytes(16).toString("hex"),
    TRUST_PROXY: balancers.map(({ address }) => address).join(","),
    DRAIN_SECONDS: "10",
    IMAGE_CHECKS: "off",
    LOG_LEVEL: "warn",
  };
}

/** @param sockets their number */
export async function startFleet(folder: string, sockets: number, print: (line: string) => void): Promise<Fleet> {
  const hosts = Array.from({ length: APPS }, (_, nth) => addMachine(`app${nth + 1}`, 11 + nth));
  const [database, standby] = [addMachine("database", 20), addMachine("standby", 21)];
  const [pool, cache, store] = [addMachine("pool", 22), addMachine("cache", 23), addMachine("store", 24)];
  // A balancer opens two files for each connection, and may open 20,000.
  const sources = Array.from({ length: LOAD_MACHINES }, (_, nth) => ({
    machine: addMachine(`load${nth + 1}`, 31 + nth),
    network: `10.77.${101 + nth}`,
    balancer: addMachine(`balancer${nth + 1}`, 2 + nth),
  }));
  for (const { machine, network, balancer } of sources) addSources(machine, network, balancer);
  const balancers = sources.map(({ balancer }) => balancer);

  print(`Starting PostgreSQL,${HAS_POOLER ? " PgBouncer," : ""} Redis, the S3 store and HAProxy…`);
  const primaryFolder = folderOf(folder, database);
  mountDisk(primaryFolder);
  const created = await createPrimary(database, primaryFolder);
  const [primary, replica] = await addReplica(created, primaryFolder, standby, folderOf(folder, standby));
  await setSynchronous(primary, true);
  moveDatabaseAddress(database, [...hosts, pool]);
  const redis = await startRedis(cache, folderOf(folder, cache));
  const pooler = await startPooler(pool, folderOf(folder, pool), DATABASE_ADDRESS, ["spotter_app"]);
  const s3 = await startS3Store(store, folderOf(folder, store));
  await createBucket(s3.url);
  const env = settingsOf(redis.url, pooler.url, standby, balancers, s3.url);

  print("Starting three processes of Spotter…");
  const apps: App[] = [];
  for (const host of hosts) apps.push(await startApp(host, folderOf(folder, host), env));
  for (const balancer of balancers) await startBalancer(balancer, folderOf(folder, balancer), hosts);

  print(`Creating ${sockets} members…`);
  const direct = { ...env, DATABASE_URL: urlOf(DATABASE_ADDRESS, "spotter_app"), DATA_DIR: folder };
  const owner = connectionTo(DATABASE_ADDRESS, "spotter_owner");
  const { matches, strangers } = await createLoadMembers(direct, owner, sockets / 2, STRANGERS);
  print(`Connecting ${sockets} devices…`);
  const load = await startLoad(sources, { port: BALANCER_PORT, origin: ORIGIN }, matches, strangers);
  const machines = { database, standby, pool, cache, store };
  const devices = sources.map(({ machine }) => machine);
  return { folder, balancers, machines, devices, apps, redis, primary, replica, env, load };
}
