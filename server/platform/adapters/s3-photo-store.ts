import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Logger } from "pino";
import {
  type ByteRange,
  type ListedFile,
  PHOTO_FILES,
  type PhotoFile,
  type PhotoStore,
  PhotoStoreError,
  parsePhotoPath,
  photoPath,
  RangeNotSatisfiableError,
} from "#server/platform/adapters/photo-store.ts";
import { createLimiter } from "#server/platform/lib/limiter.ts";
import { photoStoreFailures, photoStoreRequests } from "#server/platform/observability/metrics.ts";

export interface S3Settings {
  /** Without a path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is part of the path (`https://host/bucket/…`) and not of the host. */
  readonly pathStyle: boolean;
}

/** Milliseconds and numbers. */
const LIMITS = {
  connectMs: 3000,
  /** One attempt, until the headers of its response. */
  attemptMs: 10_000,
  /** All attempts of an operation, with the time that it waits for a connection. */
  operationMs: 20_000,
  /** Without a byte on the socket, also while the viewer takes none. */
  idleMs: 15_000,
  /** Until the last byte of a picture. Even a full one takes less on a slow phone; a viewer who takes longer starts over. */
  streamMs: 120_000,
  connections: 64,
  /** Operations that may wait for a connection. */
  waiting: 1000,
  attempts: 3,
};
export type S3Limits = typeof LIMITS;

export type S3Operation = "put" | "read" | "find" | "delete" | "list";

interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
}

/** Such as `AccessDenied`, `503` or `ECONNREFUSED`: never a text of the store, which may have image keys. */
export function codeOf(error: unknown): string {
  const { name, code, $metadata: { httpStatusCode: status } = {} } = (error ?? {}) as Failure;
  const said = [name === "Error" || name === "TimeoutError" ? (code ?? name) : name, status];
  return said.filter((one) => one !== undefined).join(" ");
}

const statusOf = (error: unknown): number | undefined => (error as Failure | undefined)?.$metadata?.httpStatusCode;
/** A missing bucket also has status 404, but that is a failure. `HEAD` has no body that says which it is. */
const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && ["NoSuchKey", "NotFound"].includes((error as Failure).name ?? "");

/** An answer that no store of S3 gives, such as a page of another server with status 200. */
class WrongAnswerError extends Error {
  override readonly name = "WrongAnswer";
}

/** Whether the next attempt will fail as well, because a setting is wrong: not so if the store is away or busy. */
export const isRefused = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0;
  return (
    error instanceof WrongAnswerError ||
    (status >= 300 && status < 500 && status !== 429) ||
    /ENOTFOUND|EPROTO|CERT|SIGNATURE|TLS|SSL/.test(codeOf(error))
  );
};

const headerOf = (range: ByteRange): string =>
  "suffix" in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ""}`;

/** @returns undefined if the store has sent the whole file */
function parseContentRange(text: string | undefined): { first: number; total: number } | undefined {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(text ?? "") ?? [];
  return first === undefined ? undefined : { first: Number(first), total: Number(total) };
}

/** Silent: the SDK's warnings have addresses with image keys. */
const nothing = () => undefined;
const SILENT = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

function createClient(settings: S3Settings, limits: S3Limits): S3Client {
  const agent = { keepAlive: true, maxSockets: limits.connections };
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: limits.attempts,
    retryMode: "standard",
    // By default the SDK adds a CRC trailer to each upload, and asks for one in each download. Swift and Ceph of today's
    // distributions reject or ignore them; the signature covers the body's SHA-256 anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Would open a connection outside the agent, for bodies of which the largest is small.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.attemptMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.idleMs,
      httpAgent: agent,
      httpsAgent: agent,
      logger: SILENT,
    },
    logger: SILENT,
  });
}

class StoreBusyError extends Error {
  override readonly name = "Busy";
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
  const limits = { ...LIMITS, ...changed };
  const client = createClient(settings, limits);
  const objectOf = (key: string, file: PhotoFile) => ({ Bucket: settings.bucket, Key: photoPath(key, file) });

  function report(operation: S3Operation | "stream", error: unknown): PhotoStoreError {
    if (error instanceof PhotoStoreError) return error;
    const code = codeOf(error);
    photoStoreFailures.inc({ operation });
    log.warn({ operation, code }, "photo store: request failed");
    return new PhotoStoreError(`photo store: ${operation} failed: ${code}`);
  }

  const limiter = createLimiter(limits.connections, limits.waiting, () => new StoreBusyError("busy"));

  /**
   * Waits for one of the connections. The agent would count that as connecting, and repeat it.
   * @returns releases it
   * @throws StoreBusyError
   */
  const acquire = (signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const giveUp = () => reject(new StoreBusyError("busy"));
      signal.addEventListener("abort", giveUp, { once: true });
      const hold = () => new Promise<void>((release) => (signal.aborted ? release() : resolve(release)));
      limiter(hold)
        .catch(reject)
        .finally(() => signal.removeEventListener("abort", giveUp));
    });

  interface Running {
    /** Also ends the body of a response, later. */
    readonly abort: AbortController;
    /** Keeps the connection beyond the operation. @returns releases it */
    keep(): () => void;
  }

  /**
   * Runs an operation within its time, with one of the connections.
   * @returns undefined if there is no such object
   * @throws PhotoStoreError, RangeNotSatisfiableError
   */
  async function request<T>(operation: S3Operation, send: (running: Running) => Promise<T>): Promise<T | undefined> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), limits.operationMs);
    const end = photoStoreRequests.startTimer({ operation });
    let release: (() => void) | undefined;
    try {
      release = await acquire(abort.signal);
      const keep = () => {
        const kept = release ?? nothing;
        release = undefined;
        return kept;
      };
      const result = await send({ abort, keep });
      end({ outcome: "ok" });
      return result;
    } catch (error) {
      const isUsual = isMissing(error) || error instanceof RangeNotSatisfiableError;
      end({ outcome: isUsual ? "missing" : "failed" });
      if (isMissing(error)) return undefined;
      throw isUsual ? error : report(operation, error);
    } finally {
      clearTimeout(timer);
      release?.();
    }
  }

  /** The body of a response, which breaks with a PhotoStoreError. Destroying it ends the request. */
  function watch(body: Readable, { abort, keep }: Running): Readable {
    const late = setTimeout(() => abort.abort(), limits.streamMs).unref();
    const release = keep();
    const stream = new PassThrough();
    const breakOff = (error: unknown) => {
      if (!stream.destroyed && !body.readableEnded) stream.destroy(report("stream", error));
    };
    body.once("error", breakOff).once("close", () => {
      clearTimeout(late);
      release();
      breakOff(new Error("ended early"));
    });
    stream.once("close", () => body.destroy());
    // It may break before anyone reads it, who then finds the error.
    stream.on("error", nothing);
    return body.pipe(stream);
  }

  /** @throws WrongAnswerError */
  function assertLength(bytes: number | undefined): number {
    if (bytes === undefined) throw new WrongAnswerError("the answer has no length");
    return bytes;
  }

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

  /** Waits for all, so that nothing is under way afterwards. @throws the first failure */
  async function all(work: readonly Promise<unknown>[]): Promise<void> {
    const failed = (await Promise.allSettled(work)).find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }

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
