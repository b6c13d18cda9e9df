import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface Machine {
  readonly name: string;
  readonly address: string;
  readonly on: readonly string[];
}

/** The switch is in the namespace of this process, with this address. */
export const CONTROL_ADDRESS = "10.77.0.1";
const NETWORK = "10.77.0";
const SWITCH = "switch0";
/** The address at which clients reach the database, whichever machine has it. */
export const DATABASE_ADDRESS = `${NETWORK}.100`;

const run = (...command: readonly string[]): void => {
  const [program = "", ...args] = command;
  execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"] });
};

const portOf = ({ address }: Machine): string => `port${address.slice(NETWORK.length + 1)}`;

/** The process must have a network namespace, and a mount namespace, of its own. */
export function createSwitch(): void {
  // Namespaces are files; these must not stay on the host.
  run("mkdir", "-p", "/run/netns");
  run("mount", "-t", "tmpfs", "fleet", "/run/netns");
  run("ip", "link", "set", "lo", "up");
  run("ip", "link", "add", SWITCH, "type", "bridge");
  run("ip", "address", "add", `${CONTROL_ADDRESS}/24`, "dev", SWITCH);
  run("ip", "link", "set", SWITCH, "up");
}

/** @param host the last number of its address, from 2 to 99 */
export function addMachine(name: string, host: number): Machine {
  const machine: Machine = { name, address: `${NETWORK}.${host}`, on: ["ip", "netns", "exec", name] };
  const port = portOf(machine);
  run("ip", "netns", "add", name);
  run("ip", "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name);
  run("ip", "link", "set", port, "master", SWITCH, "up");
  run(...machine.on, "ip", "link", "set", "lo", "up");
  run(...machine.on, "ip", "address", "add", `${machine.address}/24`, "dev", "eth0");
  run(...machine.on, "ip", "link", "set", "eth0", "up");
  return machine;
}

/** Nothing reaches the machine, and nobody is told. */
export const cut = (machine: Machine): void => run("ip", "link", "set", portOf(machine), "down");
export const reconnect = (machine: Machine): void => run("ip", "link", "set", portOf(machine), "up");

/** As a cluster manager does at a fail-over. */
export function moveDatabaseAddress(to: Machine, others: readonly Machine[], from?: Machine): void {
  const address = `${DATABASE_ADDRESS}/24`;
  if (from) run(...from.on, "ip", "address", "del", address, "dev", "eth0");
  run(...to.on, "ip", "address", "add", address, "dev", "eth0");
  // Instead of a gratuitous ARP, which no program here sends.
  for (const { on } of others) run(...on, "ip", "neighbour", "flush", "to", DATABASE_ADDRESS);
  run("ip", "neighbour", "flush", "to", DATABASE_ADDRESS);
}

/** The machine connects from these addresses. @param network its first three numbers */
export function addSources(machine: Machine, network: string, target: Machine): void {
  run(...machine.on, "ip", "route", "add", "local", `${network}.0/24`, "dev", "lo");
  run(...target.on, "ip", "route", "add", `${network}.0/24`, "via", machine.address);
}

/** Delays each frame and loses some. @returns restores the cable */
export async function slowDown(machine: Machine, milliseconds: number, percent: number): Promise<() => void> {
  const [port, near, far, middle] = [portOf(machine), "tapnear", "tapfar", "switch1"].map((name, i) =>
    i === 0 ? name : `${name}${machine.address.split(".").at(-1)}`,
  ) as [string, string, string, string];
  const script = join(import.meta.dirname, "slow-link.py");
  const child = spawn("python3", [script, near, far, String(milliseconds), String(percent)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  run("ip", "link", "add", middle, "type", "bridge");
  run("ip", "link", "set", middle, "up");
  run("ip", "link", "set", near, "master", SWITCH, "up");
  run("ip", "link", "set", far, "master", middle, "up");
  run("ip", "link", "set", port, "master", middle);
  return () => {
    run("ip", "link", "set", port, "master", SWITCH);
    child.kill("SIGKILL");
    run("ip", "link", "del", middle);
  };
}
