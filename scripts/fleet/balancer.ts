import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./network.ts";
import { type FleetProcess, startOn, untilListening } from "./processes.ts";

export const BALANCER_PORT = 8000;
export const APP_PORT = 3000;

/** The file that operators use. */
const SETTINGS = join(import.meta.dirname, "../../deploy/haproxy/haproxy.cfg");

/** @throws Error if there is no match, so that a change of the file is noticed */
function replace(text: string, pattern: RegExp, value: string): string {
  if (!pattern.test(text)) throw new Error(`haproxy.cfg has no ${pattern}`);
  return text.replace(pattern, value);
}

/** With the settings of deploy/, but without TLS, which the load's clients would have to pay for. */
export async function startBalancer(machine: Machine, folder: string, apps: readonly Machine[]): Promise<FleetProcess> {
  mkdirSync(folder, { recursive: true });
  let settings = readFileSync(SETTINGS, "utf8");
  settings = replace(settings, /^\tlog stdout .*$/m, "\tlog stdout format raw local0 warning");
  // Two files for each connection, within what a machine allows by default.
  settings = replace(settings, /^\tmaxconn 60000$/m, "\tmaxconn 9900");
  // The namespace of the fleet may have no other user than root.
  settings = replace(settings, /^\tuser .*\n\tgroup .*\n\tchroot .*\n/m, "");
  settings = replace(settings, /^\tbind :80\n\tbind :443 .*$/m, `\tbind ${machine.address}:${BALANCER_PORT}`);
  settings = replace(settings, /^\thttp-request (deny|redirect) .*ssl_fc.*\n/gm, "");
  for (const [nth, { address }] of apps.entries())
    settings = replace(settings, new RegExp(`(server web-${nth + 1}) [\\d.]+:3000`, "g"), `$1 ${address}:${APP_PORT}`);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, settings);
  const running = startOn(machine, ["haproxy", "-db", "-f", file], { name: "haproxy", folder });
  await untilListening(running, machine, BALANCER_PORT);
  return running;
}
