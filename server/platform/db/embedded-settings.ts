import { statfsSync } from "node:fs";
import { totalmem } from "node:os";

const MB = 2 ** 20;
const GB = 2 ** 30;

export interface Machine {
  /** Bytes that the app and its database may use together. */
  readonly memory: number;
  /** Bytes. */
  readonly disk: number;
}

/** The memory is that of the cgroup, such as a container's, if it is less than the machine's. */
export function readMachine(dataDir: string): Machine {
  const constrained = process.constrainedMemory();
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  const { blocks, bavail, bsize } = statfsSync(dataDir);
  // A disk that is nearly full counts as a smaller one.
  return { memory, disk: Math.min(blocks, 5 * bavail) * bsize };
}

const clamp = (min: number, bytes: number, max: number): number => Math.min(max, Math.max(min, bytes));
const inMb = (bytes: number): string => `${Math.floor(bytes / MB)}MB`;

/**
 * PostgreSQL's own defaults are for a machine of 1 GB. The first GB is left to the app and the system, so such a machine
 * keeps them. The log of changes between two checkpoints may be 5 % of the disk: the rarer a checkpoint, the fewer whole
 * pages are written to it, and the longer a recovery takes.
 */
export function fitToMachine({ memory, disk }: Machine): Readonly<Record<string, string>> {
  return {
    shared_buffers: inMb(clamp(128 * MB, (memory - GB) / 4, 2 * GB)),
    // What the system's cache holds as well; a hint to the planner.
    effective_cache_size: inMb(clamp(256 * MB, memory / 2, 64 * GB)),
    max_wal_size: inMb(clamp(GB, disk / 20, 4 * GB)),
    checkpoint_timeout: "15min",
    // SSDs read anywhere as fast as in order.
    random_page_cost: "1.1",
  };
}
