import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type App, startApp } from "./app.ts";
import { clockOf, DISK_MIB, type Fleet, folderOf } from "./fleet-setup.ts";
import { cut, moveDatabaseAddress, reconnect, slowDown } from "./network.ts";
import { promote, startPostgres } from "./postgres.ts";

export interface Fault {
  readonly name: string;
  /** Resolves when the fault is over, as far as it ever is. */
  readonly strike: (fleet: Fleet) => Promise<void>;
}

const HOLD_MS = 20_000;
const STOP_MS = 150_000;
const hold = (): Promise<void> => pause(HOLD_MS);

function firstOf({ apps }: Fleet): App {
  const [app] = apps;
  if (!app) throw new Error("the fleet has no process");
  return app;
}

/** As a supervisor does. @throws Error if it takes longer than `TimeoutStopSec` of `deploy/systemd` */
async function stop({ machine, running }: App): Promise<void> {
  running.child.kill("SIGTERM");
  const late = pause(STOP_MS, "late" as const, { ref: false });
  if ((await Promise.race([running.ended, late])) === "late") throw new Error(`${machine.name} does not stop`);
}

async function restart(fleet: Fleet, app: App): Promise<void> {
  const started = await startApp(app.machine, folderOf(fleet.folder, app.machine), fleet.env);
  fleet.apps[fleet.apps.indexOf(app)] = started;
}

/** To the last block. @returns the file */
function fillDisk(fleet: Fleet): string {
  const file = join(folderOf(fleet.folder, fleet.machines.database), "filler");
  try {
    execFileSync("dd", ["if=/dev/zero", `of=${file}`, "bs=1M", `count=${DISK_MIB}`], { stdio: "ignore" });
  } catch {
    // It ends with an error as soon as the disk is full.
  }
  return file;
}

/** PostgreSQL stops when its log cannot grow; a supervisor starts it again. */
async function supervise(fleet: Fleet): Promise<void> {
  const { machine, running } = fleet.primary;
  const exited = await Promise.race([running.ended.then(() => true), pause(1000, false)]);
  if (exited) fleet.primary = await startPostgres(machine, folderOf(fleet.folder, machine));
}

export const FAULTS: readonly Fault[] = [
  {
    name: "a process is killed",
    async strike(fleet) {
      const app = firstOf(fleet);
      app.running.child.kill("SIGKILL");
      await hold();
      await restart(fleet, app);
    },
  },
  {
    name: "a process is paused",
    async strike(fleet) {
      const { child } = firstOf(fleet).running;
      child.kill("SIGSTOP");
      await hold();
      child.kill("SIGCONT");
    },
  },
  {
    name: "Redis is unplugged",
    async strike({ machines }) {
      cut(machines.cache);
      await hold();
      reconnect(machines.cache);
    },
  },
  {
    name: "PostgreSQL is unplugged",
    async strike({ machines }) {
      cut(machines.database);
      await hold();
      reconnect(machines.database);
    },
  },
  {
    name: "the database's disk is full",
    async strike(fleet) {
      const file = fillDisk(fleet);
      await hold();
      execFileSync("rm", [file]);
      await supervise(fleet);
    },
  },
  {
    name: "members' network is slow (300 ms, 5 % lost)",
    async strike({ balancers }) {
      const restored: (() => void)[] = [];
      for (const balancer of balancers) restored.push(await slowDown(balancer, 150, 5));
      await hold();
      for (const restore of restored) restore();
    },
  },
  {
    name: "one process's network is slow (300 ms, 5 % lost)",
    async strike(fleet) {
      const restore = await slowDown(firstOf(fleet).machine, 150, 5);
      await hold();
      restore();
    },
  },
  {
    name: "rolling restart",
    async strike(fleet) {
      for (const app of fleet.apps) {
        await stop(app);
        await restart(fleet, app);
      }
    },
  },
  {
    name: "a clock jumps by an hour, and back",
    async strike(fleet) {
      const clock = clockOf(fleet.folder, firstOf(fleet).machine);
      writeFileSync(clock, "+3600s\n");
      await hold();
      writeFileSync(clock, "+0s\n");
    },
  },
  {
    name: "the replica is promoted",
    async strike(fleet) {
      const { primary, replica, machines, apps } = fleet;
      if (!replica) throw new Error("there is no replica");
      // Its postmaster alone: the others end by themselves when they notice.
      primary.running.child.kill("SIGKILL");
      await promote(replica);
      const clients = [...apps.map(({ machine }) => machine), machines.pool];
      moveDatabaseAddress(replica.machine, clients, primary.machine);
      fleet.primary = replica;
      fleet.replica = undefined;
    },
  },
];
