import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import { AppError } from "#server/errors.ts";

export interface SpoolLimits {
  /** Of all files together. */
  readonly bytes: number;
  /** What is left free on the disk, which the database may share. */
  readonly bytesFree: number;
}

/** The files of one upload. */
export interface SpooledFiles {
  /** Their paths, in the order they came in. */
  readonly paths: readonly string[];
  /** Writes another one. @throws AppError server_busy where there is no room; what reading `file` throws */
  write(file: Readable): Promise<void>;
  /** Ends what is being written and removes all of them. Nothing can be written from then on. Never throws. */
  remove(): Promise<void>;
}

/** Keeps uploads on disk until they are decoded. */
export interface Spool {
  /** @throws AppError server_busy where the disk is full, or the folder cannot be used */
  begin(): Promise<SpooledFiles>;
  /** Removes what processes that have ended left behind. Never throws. */
  sweep(): Promise<void>;
}

/** Seconds after which a disk may have room again. */
const RETRY_SECONDS = 30;

/** Names say which process a file is of: several may share a folder. */
const NAME = /^(.+)-(\d+)-[0-9a-f]{32}$/;
const newName = () => `${hostname()}-${process.pid}-${randomBytes(16).toString("hex")}`;

/** No upload takes so long. */
const LEFTOVER_AGE_MS = 3_600_000;

/**
 * A process of another machine is nothing we can see, so its files stay for an hour: a container has a new name with each
 * start. One of our own number is one that ended before us.
 */
async function isLeftover(folder: string, name: string): Promise<boolean> {
  const [, host, pid] = NAME.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== hostname()) {
    // Its own machine may remove it at the same moment.
    const about = await stat(join(folder, name)).catch(() => undefined);
    return about !== undefined && Date.now() - about.mtimeMs > LEFTOVER_AGE_MS;
  }
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

export function makeSpool(folder: string, log: Logger, limits: SpoolLimits): Spool {
  let bytesKept = 0;

  /** Nobody but us can do anything about a disk. */
  const failed = (error: unknown): never => {
    log.error({ err: error }, "upload spool: cannot write");
    throw AppError.busy(RETRY_SECONDS);
  };

  async function assertRoom(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < limits.bytesFree) throw new Error("the disk is almost full");
  }

  return {
    async begin() {
      await assertRoom().catch(failed);
      const paths: string[] = [];
      let bytes = 0;
      let current: Readable | undefined;
      let writing: Promise<void> = Promise.resolve();
      let isRemoved = false;

      const count = (more: number) => {
        if (bytesKept + more > limits.bytes) failed(new Error("all uploads together are too large"));
        bytesKept += more;
        bytes += more;
      };
      const writeFile = async (file: Readable) => {
        if (isRemoved) throw new Error("the upload has ended");
        const path = join(folder, newName());
        paths.push(path);
        const handle = await open(path, "wx", 0o600).catch(failed);
        try {
          for await (const chunk of file as AsyncIterable<Buffer>) {
            count(chunk.length);
            await handle.appendFile(chunk).catch(failed);
          }
        } finally {
          await handle.close().catch(failed);
        }
      };
      return {
        paths,
        write(file) {
          current = file;
          writing = writeFile(file);
          return writing;
        },
        async remove() {
          isRemoved = true;
          current?.destroy();
          await writing.catch(() => undefined);
          const removed = await Promise.allSettled(paths.map((path) => rm(path, { force: true })));
          for (const one of removed)
            if (one.status === "rejected") log.error({ err: one.reason }, "upload spool: cannot remove");
          bytesKept -= bytes;
        },
      };
    },
    async sweep() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const removeLeft = async (name: string) => {
          if (await isLeftover(folder, name)) await rm(join(folder, name), { force: true });
        };
        await Promise.all((await readdir(folder)).map(removeLeft));
      } catch (error) {
        // All but uploads goes on without it.
        log.error({ err: error }, "upload spool: cannot sweep");
      }
    },
  };
}
