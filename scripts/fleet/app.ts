import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { APP_PORT } from "./balancer.ts";
import { UNPRIVILEGED } from "./engines.ts";
import type { Machine } from "./network.ts";
import { FAKETIME } from "./packages.ts";
import { type FleetProcess, startOn } from "./processes.ts";

const ROOT = join(import.meta.dirname, "../..");
const READY_S = 60;

export interface App {
  readonly machine: Machine;
  readonly running: FleetProcess;
}

export async function startApp(machine: Machine, folder: string, env: Readonly<Record<string, string>>): Promise<App> {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const clock = join(folder, "clock");
  writeFileSync(clock, "+0s\n");
  const settings = {
    ...env,
    DATA_DIR: dataDir,
    HOST: machine.address,
    PORT: String(APP_PORT),
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
  const command = [...UNPRIVILEGED, process.execPath, "scripts/start.ts"];
  const running = startOn(machine, command, { name: "app", folder, env: settings, cwd: ROOT });
  let exit: number | string | undefined;
  void running.ended.then((how) => (exit = how));
  for (const end = Date.now() + READY_S * 1000; Date.now() < end && exit === undefined; await pause(100)) {
    const ready = await fetch(`http://${machine.address}:${APP_PORT}/readyz`, { signal: AbortSignal.timeout(2000) })
      .then(({ ok }) => ok)
      .catch(() => false);
    if (ready) return { machine, running };
  }
  throw new Error(`${machine.name} is not ready (${exit ?? "running"}):\n${running.output().slice(-3000)}`);
}

export async function readMetric({ machine }: App, name: string, token: string): Promise<number> {
  const response = await fetch(`http://${machine.address}:${APP_PORT}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5000),
  });
  const lines = (await response.text()).split("\n");
  return lines
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}
