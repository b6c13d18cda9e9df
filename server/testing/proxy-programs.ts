import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** For tests of the example proxies in `deploy/`, which run where the programs are installed. */

const SYSTEM_PATH = `${process.env["PATH"]}:/usr/sbin`;

export const isInstalled = (program: string): boolean =>
  spawnSync("which", [program], { env: { PATH: SYSTEM_PATH } }).status === 0;

/** The title of a test that is skipped without the program. */
export const needing = (program: string, title: string): string =>
  isInstalled(program) ? title : `(needs ${program}: apt-get install ${program}) ${title}`;

export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** @throws Error if there is no match, so that a change of the file is noticed */
export function replace(text: string, pattern: RegExp, value: string): string {
  if (!pattern.test(text)) throw new Error(`the settings have no ${pattern}`);
  return text.replace(pattern, value);
}

/** Waits until it listens. @throws Error if it ends */
export async function startProxy(
  program: string,
  args: readonly string[],
  { port, folder }: { readonly port: number; readonly folder: string },
): Promise<ChildProcess> {
  const env = { ...process.env, PATH: SYSTEM_PATH, HOME: folder };
  const running = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"], env });
  while (!(await isListening(port))) {
    if (running.exitCode !== null) throw new Error(`${program} ended`);
    await pause(50);
  }
  return running;
}
