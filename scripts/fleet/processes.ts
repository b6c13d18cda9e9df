import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Machine } from "./network.ts";

export interface FleetProcess {
  readonly child: ChildProcess;
  output(): string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

interface StartOptions {
  readonly name: string;
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Its output goes to `<folder>/<name>.log`. */
export function startOn(machine: Machine, command: readonly string[], options: StartOptions): FleetProcess {
  const path = join(options.folder, `${options.name}.log`);
  const log = openSync(path, "a", 0o600);
  const [program = "", ...args] = [...machine.on, ...command];
  const child = spawn(program, args, {
    cwd: options.cwd ?? options.folder,
    env: { PATH: process.env["PATH"], ...options.env },
    stdio: ["ignore", log, log],
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? code ?? 0));
    child.once("error", (error) => resolve(error.message));
  });
  return { child, output: () => readFileSync(path, "utf8"), ended };
}

const canConnect = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });

/** @throws Error with the program's output, if it ends or takes longer than `seconds` */
export async function untilListening(
  running: FleetProcess,
  { address }: Machine,
  port: number,
  seconds = 30,
): Promise<void> {
  let exit: number | string | undefined;
  void running.ended.then((how) => (exit = how));
  for (const end = Date.now() + seconds * 1000; Date.now() < end && exit === undefined; await pause(100))
    if (await canConnect(address, port)) return;
  const how = exit === undefined ? `does not listen at ${address}:${port}` : `ended with ${exit}`;
  throw new Error(`${running.child.spawnargs.join(" ")} ${how}:\n${running.output().slice(-3000)}`);
}
