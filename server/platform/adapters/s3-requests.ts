import { PassThrough, type Readable } from "node:stream";
import { S3Client } from "@aws-sdk/client-s3";
import type { Logger } from "pino";
import { PhotoStoreError, RangeNotSatisfiableError } from "#server/platform/adapters/photo-store.ts";
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

export const statusOf = (error: unknown): number | undefined =>
  (error as Failure | undefined)?.$metadata?.httpStatusCode;
/** A missing bucket also has status 404, but that is a failure. `HEAD` has no body that says which it is. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && ["NoSuchKey", "NotFound"].includes((error as Failure).name ?? "");

/** An answer that no store of S3 gives, such as a page of another server with status 200. */
export class WrongAnswerError extends Error {
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

/** Silent: the SDK's warnings have addresses with image keys. */
export const nothing = () => undefined;
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

export interface Running {
  /** Also ends the body of a response, later. */
  readonly abort: AbortController;
  /** Keeps the connection beyond the operation. @returns releases it */
  keep(): () => void;
}

/** Runs operations on a bucket, each within its time and with one of a limited number of connections. */
export interface S3Requests {
  readonly client: S3Client;
  readonly limits: S3Limits;
  /**
   * Runs an operation within its time, with one of the connections.
   * @returns undefined if there is no such object
   * @throws PhotoStoreError, RangeNotSatisfiableError
   */
  request<T>(operation: S3Operation, send: (running: Running) => Promise<T>): Promise<T | undefined>;
  /** The body of a response, which breaks with a PhotoStoreError. Destroying it ends the request. */
  watch(body: Readable, running: Running): Readable;
}

export function createS3Requests(settings: S3Settings, log: Logger, changed: Partial<S3Limits>): S3Requests {
  const limits = { ...LIMITS, ...changed };
  const client = createClient(settings, limits);

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

  return { client, limits, request, watch };
}
