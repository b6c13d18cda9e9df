import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import { HOUR_MS } from "#contract/durations.ts";
import { AppError } from "#server/errors.ts";
import { assertFreeSpace } from "#server/platform/lib/free-space.ts";

export interface SpoolLimits {
  /** Total size of all files. */
  readonly bytes: number;
  /** Space that must stay free on the disk, which the database may share. */
  readonly bytesFree: number;
}

export interface SpooledFiles {
  readonly paths: readonly string[];
  /** @throws AppError server_busy if there is no space; what reading `file` throws */
  write(file: Readable): Promise<void>;
  /** Aborts a running `write` and removes all files. Later writes fail. Never throws. */
  remove(): Promise<void>;
}

export interface Spool {
  /** @throws AppError server_busy if the disk is full or the folder cannot be used */
  begin(): Promise<SpooledFiles>;
  /** Removes files that killed processes left behind. Never throws. */
  removeLeftovers(): Promise<void>;
}

const RETRY_SECONDS = 30;

/** Names contain the host and process, because several may share a folder. */
const NAME = /^(.+)-(\d+)-[0-9a-f]{32}$/;
const newName = () => `${hostname()}-${process.pid}-${randomBytes(16).toString("hex")}`;

/** Longer than any upload takes. */
const LEFTOVER_AGE_MS = HOUR_MS;

/**
 * Processes of other hosts cannot be checked, so their files are kept for an hour; containers have a new hostname after
 * each start. A file with our own process id is from an earlier process with the same id.
 */
async function isLeftover(folder: string, name: string): Promise<boolean> {
  const [, host, pid] = NAME.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== hostname()) {
    // Another host may remove it at the same time.
    const stats = await stat(join(folder, name)).catch(() => undefined);
    return stats !== undefined && Date.now() - stats.mtimeMs > LEFTOVER_AGE_MS;
  }
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

export function createSpool(folder: string, log: Logger, limits: SpoolLimits): Spool {
  let bytesKept = 0;

  /** The client gets `server_busy`; the cause is for the operator. */
  const failed = (error: unknown): never => {
    log.error({ err: error }, "upload spool: cannot write");
    throw AppError.busy(RETRY_SECONDS);
  };

  async function assertSpace(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await assertFreeSpace(folder, limits.bytesFree);
  }

  return {
    async begin() {
      await assertSpace().catch(failed);
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
    async removeLeftovers() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const removeIfLeftover = async (name: string) => {
          if (await isLeftover(folder, name)) await rm(join(folder, name), { force: true });
        };
        await Promise.all((await readdir(folder)).map(removeIfLeftover));
      } catch (error) {
        // The app starts anyway: only uploads need the folder.
        log.error({ err: error }, "upload spool: cannot remove leftovers");
      }
    },
  };
}
