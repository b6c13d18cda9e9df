import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Config, ConfigError } from "#server/config.ts";
import { createFolderPhotoStore, type PhotoStore } from "#server/platform/adapters/photo-store.ts";
import type { S3PhotoStore } from "#server/platform/adapters/s3-photo-store.ts";
import type { S3Settings } from "#server/platform/adapters/s3-requests.ts";

export const photosFolder = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "photos");

/** Without its settings, a start does not load the client of S3. */
export async function openS3PhotoStore(settings: S3Settings, log: Logger): Promise<S3PhotoStore> {
  const { createS3PhotoStore } = await import("#server/platform/adapters/s3-photo-store.ts");
  return createS3PhotoStore(settings, log);
}

/**
 * A store that replaces an earlier one, whose images are still being copied to it: reads from the earlier one what it does
 * not have, and deletes from both.
 */
export const withEarlierStore = (store: PhotoStore, earlier: PhotoStore): PhotoStore => ({
  put: store.put,
  // An image that is in neither may have moved in between.
  read: async (key, file, range) =>
    (await store.read(key, file, range)) ?? (await earlier.read(key, file, range)) ?? store.read(key, file, range),
  find: async (key, file) => (await store.find(key, file)) ?? (await earlier.find(key, file)) ?? store.find(key, file),
  async delete(key) {
    await Promise.all([store.delete(key), earlier.delete(key)]);
  },
  list: store.list,
});

/** While the folder exists beside a bucket, `photos migrate` is not finished. */
export async function openPhotoStore(config: Pick<Config, "dataDir" | "s3">, log: Logger): Promise<PhotoStore> {
  const path = photosFolder(config);
  const folder = createFolderPhotoStore(path);
  if (!config.s3) return folder;
  const store = await openS3PhotoStore(config.s3, log);
  return existsSync(path) ? withEarlierStore(store, folder) : store;
}

const MAY = "may list the bucket and read, write and delete its objects";

function explain(code: string, { bucket }: S3Settings): string {
  if (/InvalidAccessKeyId/.test(code)) return "S3_ACCESS_KEY_ID must be the id of a key that the store knows";
  if (/SignatureDoesNotMatch/.test(code)) return "S3_SECRET_ACCESS_KEY must be the secret of S3_ACCESS_KEY_ID";
  if (/NoSuchBucket|InvalidBucketName|NotFound 404/.test(code))
    return `S3_BUCKET must be a bucket of the store: it has no bucket named ${bucket}`;
  if (/AuthorizationHeaderMalformed|PermanentRedirect|Location|\b30[1278]$/.test(code))
    return "S3_REGION must be the region of S3_BUCKET";
  if (/RequestTimeTooSkewed/.test(code)) return "The clocks of this machine and of the store at S3_ENDPOINT differ";
  if (/ 40[13]$/.test(code)) return `S3_ACCESS_KEY_ID must be the id of a key that ${MAY}: ${code}`;
  return `S3_ENDPOINT must be the address of a store of S3: ${code}`;
}

/**
 * A store that is away now does not stop the start, because the app serves everything else without it.
 * @throws ConfigError if the store refuses to write, read or delete, or the address cannot be right
 */
export async function checkPhotoStore({ s3 }: Pick<Config, "s3">, log: Logger): Promise<void> {
  if (!s3) return;
  const { codeOf, isRefused } = await import("#server/platform/adapters/s3-requests.ts");
  const store = await openS3PhotoStore(s3, log);
  await store.probe(`start-check/${randomUUID()}`).catch((error: unknown) => {
    const code = codeOf(error);
    if (isRefused(error)) throw new ConfigError(explain(code, s3));
    log.error({ code }, "photo store: unreachable at the start");
  });
}
