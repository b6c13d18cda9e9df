import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Logger } from "pino";
import { findSandbox, forkDecoder, type Sandbox } from "#server/platform/adapters/decoder-sandbox.ts";
import { createLimiter, type Limiter } from "#server/platform/lib/limiter.ts";
import type { PdqHash } from "#server/platform/lib/pdq.ts";

/** How likely each class is, from 0 to 1; together 1. */
export interface ImageScores {
  readonly drawing: number;
  readonly hentai: number;
  readonly neutral: number;
  readonly porn: number;
  readonly sexy: number;
}

export interface CheckedImage {
  readonly pdq: PdqHash;
  /** Undefined where the model cannot run. */
  readonly scores: ImageScores | undefined;
}

export type CheckAnswer =
  | { readonly pdq: PdqHash; readonly scores: ImageScores | undefined; readonly modelError?: string }
  | { readonly error: string };

export interface ImageChecker {
  /**
   * Images take turns.
   * @param image a WebP
   * @throws Error if the process died or took too long; the next call starts another
   */
  check(image: Buffer): Promise<CheckedImage>;
  /** Ends the process. A running check fails. */
  stop(): Promise<void>;
}

export interface CheckerLimits {
  /** Milliseconds for one image, with the start of the process if it is not running. */
  readonly timeoutMs: number;
  /** With all of Node. It has 220 MB after many images. */
  readonly memoryBytes: number;
  /** Milliseconds after the last image until the process ends. */
  readonly idleMs: number;
}

const LIMITS: CheckerLimits = { timeoutMs: 30_000, memoryBytes: 384 * 1024 * 1024, idleMs: 60_000 };
/** MB. Weights and pictures are outside of the JavaScript heap. */
const HEAP_MB = 96;
const WAITING_MAX = 1000;

/** The memory limit reaches the process as an argument, because it gets no environment. */
const startWorker = (sandbox: Sandbox, memoryBytes: number): ChildProcess =>
  forkDecoder(sandbox, {
    script: join(import.meta.dirname, "image-check-worker.ts"),
    args: [String(memoryBytes)],
    nodeArgs: [`--max-old-space-size=${HEAP_MB}`],
    env: { MALLOC_ARENA_MAX: "1" },
  });

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill("SIGKILL");
  await ended;
}

function askWorker(worker: ChildProcess, image: Buffer, timeoutMs: number): Promise<CheckAnswer> {
  return new Promise<CheckAnswer>((resolve, reject) => {
    const fail = (why: string) => settle(() => reject(new Error(`the image checker ${why}`)));
    const late = setTimeout(() => fail("took too long"), timeoutMs);
    const onMessage = (answer: unknown) => settle(() => resolve(answer as CheckAnswer));
    const onExit = (code: number | null, signal: string | null) => fail(`ended with ${signal ?? code}`);
    const onError = (error: Error) => settle(() => reject(error));
    function settle(finish: () => void): void {
      clearTimeout(late);
      worker.off("message", onMessage).off("exit", onExit).off("error", onError);
      finish();
    }
    worker.on("message", onMessage).on("exit", onExit).on("error", onError);
    // If it exits before it has read the message, `exit` reports it.
    worker.send(image, () => undefined);
  });
}

/**
 * The process starts for the first image, ends when it is idle, and is replaced when it dies or exceeds its memory.
 * Where the model cannot run this is logged once.
 */
export function createImageChecker(log: Logger, limits: Partial<CheckerLimits> = {}): ImageChecker {
  const { timeoutMs, memoryBytes, idleMs } = { ...LIMITS, ...limits };
  const inTurn: Limiter = createLimiter(1, WAITING_MAX, () => new Error("too many images wait for the image checker"));
  let worker: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isReported = false;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    if (ending) await kill(ending);
  }

  function reportOnce(reason: string): void {
    if (isReported) return;
    isReported = true;
    log.error({ reason }, "image checks: the model cannot run, images are only compared with hash lists");
  }

  async function checkNow(image: Buffer): Promise<CheckedImage> {
    clearTimeout(idle);
    const sandbox = await findSandbox();
    if (worker && (worker.exitCode !== null || worker.signalCode !== null)) worker = undefined;
    worker ??= startWorker(sandbox, memoryBytes);
    try {
      const answer = await askWorker(worker, image, timeoutMs);
      if ("error" in answer) throw new Error(`the image checker failed: ${answer.error}`);
      if (answer.modelError !== undefined) reportOnce(answer.modelError);
      idle = setTimeout(() => void end(), idleMs);
      idle.unref();
      return { pdq: answer.pdq, scores: answer.scores };
    } catch (error) {
      await end();
      throw error;
    }
  }

  return { check: (image) => inTurn(() => checkNow(image)), stop: end };
}
