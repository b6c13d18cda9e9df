import { open } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { findSandbox, forkDecoder, type Sandbox, wasKilled } from "#server/platform/adapters/decoder-sandbox.ts";
import type { PhotoFiles } from "#server/platform/adapters/photo-store.ts";
import { createFairLimiter } from "#server/platform/lib/limiter.ts";

export interface ProcessedImage {
  /** Upright, with nothing of the camera's left in them. */
  readonly files: PhotoFiles;
  /** In pixels, of the full size. */
  readonly width: number;
  readonly height: number;
  /** A thumbhash, base64. */
  readonly thumbhash: string;
}

/** The path of a file, or its bytes. */
export type ImageSource = string | Buffer;

/** The sender of the files; calls are scheduled fairly by both. */
export interface Uploader {
  readonly memberId: string;
  /** As `networkKey` makes it. */
  readonly network: string;
}

/**
 * `too_large`: too many pixels, or too much CPU or memory. `unreadable`: not a JPEG, PNG or WebP, or damaged.
 * `timed_out`: not done in time, because the machine is busy.
 */
export type ImageErrorReason = "too_large" | "unreadable" | "timed_out";

export class ImageError extends Error {
  readonly reason: ImageErrorReason;

  constructor(reason: ImageErrorReason) {
    super(`an image is refused: ${reason}`);
    this.reason = reason;
  }
}

export interface ImageLimits {
  /** CPU time per image. */
  readonly cpuMs: number;
  /** With all of Node. */
  readonly memoryBytes: number;
  /** Wall-clock time per call. */
  readonly wallMs: number;
}

export interface Rendering extends Pick<ImageLimits, "cpuMs" | "memoryBytes"> {
  readonly sources: readonly ImageSource[];
  readonly withAvif: boolean;
}

export interface ImageProcessor {
  /**
   * Renders the stored sizes of images, all or none. Runs one call per member and per network at a time; waiting calls
   * take turns.
   * @param withAvif also encodes the middle size as AVIF, which takes about as long as everything else
   * @throws ImageError; Error if a worker could not be started
   */
  render(uploader: Uploader, sources: readonly ImageSource[], withAvif?: boolean): Promise<ProcessedImage[]>;
}

/** More would take memory and CPU from all other work. */
const AT_ONCE = 2;
const LIMITS: ImageLimits = { cpuMs: 8_000, memoryBytes: 384 * 1024 * 1024, wallMs: 60_000 };
const HEAD_BYTES = 12;

async function readHead(source: ImageSource): Promise<Buffer> {
  if (typeof source !== "string") return source.subarray(0, HEAD_BYTES);
  const file = await open(source, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The first bytes of JPEG, PNG and WebP: a name or a content type proves nothing. */
function hasImageSignature(head: Buffer): boolean {
  const jpeg = head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  const png = head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const webp = head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP";
  return jpeg || png || webp;
}

/** Decodes in a separate process, which is always ended. @throws ImageError */
async function renderInWorker(
  sandbox: Sandbox,
  sources: readonly ImageSource[],
  withAvif: boolean,
  limits: ImageLimits,
): Promise<ProcessedImage[]> {
  const cache = getCompileCacheDir();
  const cacheFolder = cache === undefined ? [] : [dirname(cache)];
  // The worker gets no environment with our settings. Several arenas of glibc's allocator would double its memory.
  const worker = forkDecoder(sandbox, {
    script: join(import.meta.dirname, "image-worker.ts"),
    env: { MALLOC_ARENA_MAX: "1", ...(cacheFolder[0] !== undefined && { NODE_COMPILE_CACHE: cacheFolder[0] }) },
    files: [...cacheFolder, ...sources.filter((source) => typeof source === "string")],
  });
  const end = () => worker.kill("SIGKILL");
  let answer: ProcessedImage[] | ImageErrorReason | undefined;
  const late = setTimeout(() => {
    answer = "timed_out";
    end();
  }, limits.wallMs);
  worker.once("message", (message) => {
    clearTimeout(late);
    answer = message as ProcessedImage[] | ImageErrorReason;
    end();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", resolve);
  });
  const { cpuMs, memoryBytes } = limits;
  // If it exits before it has read the message, `exit` reports it.
  worker.send({ sources, withAvif, cpuMs, memoryBytes } satisfies Rendering, () => undefined);
  const code = await ended.finally(() => clearTimeout(late));
  // A signal: it stopped itself because it exceeded its limits, or the image crashed it.
  if (answer === undefined && wasKilled(code)) throw new ImageError("too_large");
  if (answer === undefined) throw new Error(`an image decoder ended with ${code}`);
  if (typeof answer === "string") throw new ImageError(answer);
  return answer;
}

let filledCache: Promise<unknown> | undefined;
/** The sandbox may only read the compile cache, which saves a third of a decoder's time. Without images nothing needs it. */
function fillCompileCache(): Promise<unknown> {
  if (getCompileCacheDir() === undefined) return Promise.resolve();
  filledCache ??= renderInWorker({ isWorking: false, reason: "no images" }, [], false, LIMITS).catch(() => undefined);
  return filledCache;
}

export function createImageProcessor(limits: Partial<ImageLimits> = {}): ImageProcessor {
  const inTurn = createFairLimiter(AT_ONCE);
  return {
    async render({ memberId, network }, sources, withAvif = false) {
      const heads = await Promise.all(sources.map(readHead));
      if (!heads.every(hasImageSignature)) throw new ImageError("unreadable");
      const names = [`network ${network}`, `member ${memberId}`];
      const sandbox = await findSandbox();
      if (sandbox.isWorking) await fillCompileCache();
      return inTurn(names, () => renderInWorker(sandbox, sources, withAvif, { ...LIMITS, ...limits }));
    },
  };
}
