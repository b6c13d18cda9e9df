import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly address: string;
}

/** A server of this folder. The first line of its output is its address. */
export async function startProcess(file: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, address };
}
