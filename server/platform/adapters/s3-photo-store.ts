import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import type { Logger } from "pino";
import {
  type ByteRange,
  type ListedFile,
  PHOTO_FILES,
  type PhotoFile,
  type PhotoStore,
  parsePhotoPath,
  photoPath,
  RangeNotSatisfiableError,
} from "#server/platform/adapters/photo-store.ts";
import {
  createS3Requests,
  isMissing,
  nothing,
  type S3Limits,
  type S3Settings,
  statusOf,
  WrongAnswerError,
} from "#server/platform/adapters/s3-requests.ts";

const headerOf = (range: ByteRange): string =>
  "suffix" in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ""}`;

/** @returns undefined if the store has sent the whole file */
function parseContentRange(text: string | undefined): { first: number; total: number } | undefined {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(text ?? "") ?? [];
  return first === undefined ? undefined : { first: Number(first), total: Number(total) };
}

/** @throws WrongAnswerError */
function assertLength(bytes: number | undefined): number {
  if (bytes === undefined) throw new WrongAnswerError("the answer has no length");
  return bytes;
}

/** Waits for all, so that nothing is under way afterwards. @throws the first failure */
async function all(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

export interface S3PhotoStore extends PhotoStore {
  /** @throws the error of the SDK */
  probe(path: string): Promise<void>;
}

/**
 * Pictures in a bucket, at the same paths as below a folder. An object appears whole or not at all, and S3 has stored it
 * when it answers.
 */
export function createS3PhotoStore(settings: S3Settings, log: Logger, changed: Partial<S3Limits> = {}): S3PhotoStore {
  const { client, limits, request, watch } = createS3Requests(settings, log, changed);
  const objectOf = (key: string, file: PhotoFile) => ({ Bucket: settings.bucket, Key: photoPath(key, file) });

  const findTotal = async (object: ReturnType<typeof objectOf>, { signal }: AbortController): Promise<number> =>
    assertLength((await client.send(new HeadObjectCommand(object), { abortSignal: signal })).ContentLength);

  async function open(object: ReturnType<typeof objectOf>, range: ByteRange | undefined, abort: AbortController) {
    // Stores differ in what they answer to `bytes=-0`.
    if (range && "suffix" in range && range.suffix === 0)
      throw new RangeNotSatisfiableError(await findTotal(object, abort));
    try {
      const command = new GetObjectCommand({ ...object, Range: range && headerOf(range) });
      return await client.send(command, { abortSignal: abort.signal });
    } catch (error) {
      if (range && statusOf(error) === 416) throw new RangeNotSatisfiableError(await findTotal(object, abort));
      throw error;
    }
  }

  async function write(path: string, body: Buffer, type: string, { signal }: AbortController): Promise<void> {
    const { ETag } = await client.send(
      new PutObjectCommand({
        Bucket: settings.bucket,
        Key: path,
        Body: body,
        ContentLength: body.length,
        ContentType: type,
      }),
      { abortSignal: signal },
    );
    if (ETag === undefined) throw new WrongAnswerError("the store does not confirm the object");
  }

  const remove = (path: string, { signal }: AbortController) =>
    client.send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: path }), { abortSignal: signal });

  return {
    async put(key, files) {
      await all(
        PHOTO_FILES.flatMap((file) => {
          const bytes = files[file];
          const type = file.endsWith(".avif") ? "image/avif" : "image/webp";
          return bytes ? [request("put", ({ abort }) => write(photoPath(key, file), bytes, type, abort))] : [];
        }),
      );
    },
    read: (key, file, range) =>
      request("read", async (running) => {
        const { Body, ContentLength, ContentRange } = await open(objectOf(key, file), range, running.abort);
        if (ContentLength === undefined) (Body as Readable).on("error", nothing).destroy();
        const bytes = assertLength(ContentLength);
        const { first, total } = parseContentRange(ContentRange) ?? { first: 0, total: bytes };
        return { bytes, total, first, stream: watch(Body as Readable, running) };
      }),
    find: (key, file) => request("find", ({ abort }) => findTotal(objectOf(key, file), abort)),
    async delete(key) {
      await all(PHOTO_FILES.map((file) => request("delete", ({ abort }) => remove(photoPath(key, file), abort))));
    },
    async *list(digits): AsyncGenerator<ListedFile> {
      let token: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket: settings.bucket,
          Prefix: `${digits}/`,
          ContinuationToken: token,
        });
        const page = await request("list", ({ abort }) => client.send(command, { abortSignal: abort.signal }));
        for (const { Key = "", Size: bytes = 0 } of page?.Contents ?? []) {
          const found = parsePhotoPath(Key);
          if (found) yield { ...found, bytes };
        }
        token = page?.NextContinuationToken;
      } while (token !== undefined);
    },
    async probe(path) {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), limits.operationMs);
      try {
        const body = Buffer.from("Written, read and deleted by each start.");
        await write(path, body, "text/plain", abort);
        const get = (Key: string) =>
          client.send(new GetObjectCommand({ Bucket: settings.bucket, Key }), { abortSignal: abort.signal });
        const { Body, ContentLength } = await get(path);
        if (ContentLength !== body.length || !body.equals(await buffer(Body as Readable)))
          throw new WrongAnswerError("the object is not what was written");
        const missing = await get(`${path}-missing`).catch((error: unknown) => error);
        if (!(missing instanceof Error)) throw new WrongAnswerError("the store has an object that was never written");
        if (!isMissing(missing)) throw missing;
        await remove(path, abort);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
