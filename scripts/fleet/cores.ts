import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Machine } from "./network.ts";

/** The unit of times in /proc on all Linux kernels. */
const TICKS_A_SECOND = 100;

export type CpuSeconds = ReadonlyMap<string, number>;

/** With its ended children. @returns 0 if the process has ended itself */
function readTicks(pid: string): number {
  try {
    // The name of the program may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

export function readCpuSeconds(machines: readonly Machine[]): CpuSeconds {
  const read = ({ name }: Machine): number => {
    const pids = execFileSync("ip", ["netns", "pids", name], { encoding: "utf8" }).split("\n").filter(Boolean);
    return pids.reduce((sum, pid) => sum + readTicks(pid), 0) / TICKS_A_SECOND;
  };
  return new Map(machines.map((machine) => [machine.name, read(machine)]));
}

/** Such as `app1 0.31, database 0.42`: cores that each machine used between two readings. */
export function describeCores(before: CpuSeconds, after: CpuSeconds, seconds: number): string {
  const used = [...after].map(([name, end]) => [name, (end - (before.get(name) ?? 0)) / seconds] as const);
  return used.map(([name, cores]) => `${name} ${cores.toFixed(2)}`).join(", ");
}
