import { get } from "node:http";
import { type ServerProcess, startProcess } from "./child.ts";
import { median, report } from "./figures.ts";
import { OPTIONS } from "./options.ts";

/**
 * New connections that a busy server accepts per second, each for one request: with one listening socket and with as many
 * as the app has. They alternate within one run. Options: `--runs`, `--seconds`.
 */
const TURN_MS = 10;
const AT_A_TIME = 256;

const requestOnce = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(address, { agent: false }, (response) => response.resume().once("end", resolve)).once("error", reject);
  });

async function countAccepted({ address }: ServerProcess): Promise<number> {
  let accepted = 0;
  const until = performance.now() + OPTIONS.seconds * 1000;
  const client = async () => {
    for (; performance.now() < until; accepted++) await requestOnce(address);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
  return accepted / OPTIONS.seconds;
}

const env = { TURN_MS: String(TURN_MS) };
const kinds = { "one socket": { ...env, ALONE: "yes" }, "several sockets": env };
const measured = new Map<string, number[]>();
for (let run = 0; run < OPTIONS.runs; run++) {
  for (const [name, settings] of Object.entries(kinds)) {
    const server = await startProcess("busy-server.ts", settings);
    measured.set(name, [...(measured.get(name) ?? []), await countAccepted(server)]);
    server.child.kill("SIGKILL");
  }
}
const [one = 0, several = 0] = [...measured.values()].map(median);
report("accepting", `turns of ${TURN_MS} ms`, {
  one_per_second: one,
  several_per_second: several,
  times: several / one,
});
