import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { startPooler, startRedis } from "./engines.ts";
import { addMachine } from "./network.ts";
import { createPrimary, urlOf } from "./postgres.ts";
import { startS3Store } from "./swift.ts";

const ROOT = join(import.meta.dirname, "../..");
const APP_ROLE = "spotter_app";

/** @param url as of `startS3Store` */
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

/** @returns true if all passed */
export async function runEngineTests(folder: string): Promise<boolean> {
  const database = addMachine("database", 20);
  const [pool, cache, store] = [addMachine("pool", 22), addMachine("cache", 23), addMachine("store", 24)];
  await createPrimary(database, join(folder, "database"));
  const redis = await startRedis(cache, join(folder, "cache"));
  const pooler = await startPooler(pool, join(folder, "pool"), database.address, [APP_ROLE]);
  const direct = (role: string) => urlOf(database.address, role);
  const s3 = await startS3Store(store, join(folder, "store"));
  await createBucket(s3.url);
  const env = {
    ...process.env,
    ENGINE_REDIS_URL: redis.url,
    ENGINE_S3_URL: s3.url,
    ENGINE_PGBOUNCER_URL: JSON.stringify({
      pooled: pooler.url,
      direct: direct(APP_ROLE),
      owner: direct("spotter_owner"),
    }),
  };
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const files = ["run", "--project", "server", ".engine.test.ts"];
  const { status } = spawnSync(process.execPath, [vitest, ...files], { cwd: ROOT, stdio: "inherit", env });
  return status === 0;
}
