import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { startPooler, startRedis } from "./engines.ts";
import { addMachine } from "./network.ts";
import { addReplica, createPrimary, urlOf } from "./postgres.ts";
import { startS3Store } from "./swift.ts";

const ROOT = join(import.meta.dirname, "../..");
const APP_ROLE = "spotter_app";

/** Creates the bucket of an S3 store. @param url as of `startS3Store` */
export async function createBucket(url: string): Promise<void> {
  const { protocol, host, username, password, pathname, searchParams } = new URL(url);
  const client = new S3Client({
    endpoint: `${protocol}//${host}`,
    region: searchParams.get("region") ?? "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: password },
  });
  await client.send(new CreateBucketCommand({ Bucket: pathname.slice(1) }));
  client.destroy();
}

/** Starts each engine, and runs the tests that need one. @returns whether all passed */
export async function runEngineTests(folder: string): Promise<boolean> {
  const [database, standby] = [addMachine("database", 20), addMachine("standby", 21)];
  const [pool, cache, store] = [addMachine("pool", 22), addMachine("cache", 23), addMachine("store", 24)];
  const primaryFolder = join(folder, "database");
  await addReplica(await createPrimary(database, primaryFolder), primaryFolder, standby, join(folder, "standby"));
  const redis = await startRedis(cache, join(folder, "cache"));
  const pooler = await startPooler(pool, join(folder, "pool"), database.address, [APP_ROLE]);
  const s3 = await startS3Store(store, join(folder, "store"));
  await createBucket(s3.url);
  const env = {
    ...process.env,
    ENGINE_REDIS_URL: redis.url,
    ENGINE_S3_URL: s3.url,
    ENGINE_PGBOUNCER_URL: pooler.url,
    ENGINE_REPLICA_URL: urlOf(standby.address, APP_ROLE),
  };
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const files = ["run", "--project", "server", ".engine.test.ts"];
  const { status } = spawnSync(process.execPath, [vitest, ...files], { cwd: ROOT, stdio: "inherit", env });
  return status === 0;
}
