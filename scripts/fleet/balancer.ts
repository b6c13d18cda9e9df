import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./network.ts";
import { type FleetProcess, startOn, untilListening } from "./processes.ts";

export const BALANCER_PORT = 8000;
export const APP_PORT = 3000;

/** HAProxy in front of the app's processes. */
export async function startBalancer(machine: Machine, folder: string, apps: readonly Machine[]): Promise<FleetProcess> {
  mkdirSync(folder, { recursive: true });
  const servers = apps.map(({ name, address }) => `  server ${name} ${address}:${APP_PORT}`).join("\n");
  const settings = `
global
  maxconn 9900
defaults
  mode http
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 90s
  timeout check 1s
frontend members
  bind ${machine.address}:${BALANCER_PORT}
  default_backend app
backend app
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 500ms fall 3 rise 1
${servers}
`;
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, settings);
  const running = startOn(machine, ["haproxy", "-db", "-f", file], { name: "haproxy", folder });
  await untilListening(running, machine, BALANCER_PORT);
  return running;
}
