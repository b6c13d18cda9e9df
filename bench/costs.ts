import { OPTIONS } from "./options.ts";
import { cpuMsOf, databaseCpuMs, type ServerProcess } from "./processes.ts";
import { report } from "./report.ts";
import { median } from "./server.ts";

/** CPU time of one act, in milliseconds, of the app and of its database. */
interface Costs {
  readonly server: number;
  readonly database: number;
  readonly bytes: number;
  readonly perSecond: number;
}

/**
 * Measures kinds of acts of members, which alternate in the same run, and reports the medians of `--runs`.
 * @param kinds each resolves with the bytes that the member has received
 * @param clients that act at the same time, for `--seconds`
 */
export async function reportCosts(
  benchmark: string,
  server: ServerProcess,
  dataDir: string,
  clients: number,
  kinds: Readonly<Record<string, () => Promise<number>>>,
): Promise<void> {
  const measure = async (act: () => Promise<number>): Promise<Costs> => {
    let [acts, bytes] = [0, 0];
    const before = { server: cpuMsOf(server), database: databaseCpuMs(dataDir) };
    const until = performance.now() + OPTIONS.seconds * 1000;
    const client = async () => {
      for (; performance.now() < until; acts++) bytes += await act();
    };
    await Promise.all(Array.from({ length: clients }, client));
    return {
      server: (cpuMsOf(server) - before.server) / acts,
      database: (databaseCpuMs(dataDir) - before.database) / acts,
      bytes: bytes / acts,
      perSecond: acts / OPTIONS.seconds,
    };
  };
  const measured = new Map<string, Costs[]>();
  // The first run warms up.
  for (let run = -1; run < OPTIONS.runs; run++) {
    for (const [name, act] of Object.entries(kinds)) {
      const costs = await measure(act);
      if (run >= 0) measured.set(name, [...(measured.get(name) ?? []), costs]);
    }
  }
  for (const [name, costs] of measured) {
    report(benchmark, name, {
      server_cpu_ms: median(costs.map((one) => one.server)),
      database_cpu_ms: median(costs.map((one) => one.database)),
      bytes: median(costs.map((one) => one.bytes)),
      per_second: median(costs.map((one) => one.perSecond)),
    });
  }
}
