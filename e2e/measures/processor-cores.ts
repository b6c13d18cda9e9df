import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** At the start, because moving to one core makes it the only available one. */
const CORES = availableParallelism();

/**
 * Moves this process to one processor core, and with it the processes that it starts from now on.
 * @returns false if it stays, without another core or without `taskset`
 */
export function moveToCore(core: number): boolean {
  if (CORES < 2) return false;
  return spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core), String(process.pid)]).status === 0;
}
