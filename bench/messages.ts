import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Load } from "./message-load.ts";
import { OPTIONS } from "./options.ts";
import { cpuMsOf, databaseCpuMs, environmentOf, makePairs, type ServerProcess, startProcess } from "./processes.ts";
import { report } from "./report.ts";
import { median, withServer } from "./server.ts";

/**
 * Messages sent per second over HTTP, compared with a route that stores each message in a separate transaction, and
 * with one without database queries. All alternate within one run, with one process and with two, so only ratios are
 * meaningful. Two processes share the cores with the database and the writers, so the CPU time of each is measured, too.
 * Options: `--runs`, `--seconds`.
 */
const WRITERS = 64;

const ROUTES = {
  "batched messages": "/api/messages/send",
  "separate transactions": "/api/bench/alone",
  "route without a database": "/api/bench/nothing",
};
type RouteName = keyof typeof ROUTES;

interface Figures {
  readonly perSecond: number;
  /** CPU milliseconds per call: of all server processes, of the database, and of the writers. */
  readonly server: number;
  readonly database: number;
  readonly writers: number;
}

async function measure(load: Load, servers: readonly ServerProcess[], dataDir: string): Promise<Figures> {
  const read = () => {
    const { user, system } = process.cpuUsage();
    return {
      server: servers.reduce((sum, server) => sum + cpuMsOf(server), 0),
      database: databaseCpuMs(dataDir),
      writers: (user + system) / 1000,
    };
  };
  const before = read();
  const worker = new Worker(new URL("./message-load.ts", import.meta.url), { workerData: load });
  const [perSecond] = (await once(worker, "message")) as [number];
  const after = read();
  const calls = perSecond * load.seconds;
  return {
    perSecond,
    server: (after.server - before.server) / calls,
    database: (after.database - before.database) / calls,
    writers: (after.writers - before.writers) / calls,
  };
}

await withServer(
  async () => undefined,
  async (ctx, _, connection) => {
    const matches = await makePairs(ctx, WRITERS / 2);
    const writers = matches.flatMap(([a, b]) => [
      { token: a.token, receiverId: b.id },
      { token: b.token, receiverId: a.id },
    ]);
    const env = environmentOf(ctx, connection);
    for (const count of [1, 2]) {
      // A single process need not publish events to others.
      const start = () => startProcess("message-server.ts", { ...env, ...(count === 1 && { ALONE: "yes" }) });
      const servers = await Promise.all(Array.from({ length: count }, start));
      const addresses = servers.map(({ address }) => address);
      const measured = new Map<string, Figures[]>();
      // The first run warms up.
      for (let run = -1; run < OPTIONS.runs; run++) {
        for (const [name, path] of Object.entries(ROUTES)) {
          const load = { addresses, path, writers, seconds: OPTIONS.seconds };
          const figures = await measure(load, servers, ctx.config.dataDir);
          if (run >= 0) measured.set(name, [...(measured.get(name) ?? []), figures]);
        }
      }
      const of = (name: RouteName, figure: keyof Figures) =>
        median((measured.get(name) ?? []).map((figures) => figures[figure]));
      for (const name of Object.keys(ROUTES) as RouteName[]) {
        report("messages", name, {
          processes: count,
          writers: WRITERS,
          per_second: of(name, "perSecond"),
          times_without_database: of(name, "perSecond") / of("route without a database", "perSecond"),
          times_separate: of(name, "perSecond") / of("separate transactions", "perSecond"),
          server_cpu_ms: of(name, "server"),
          database_cpu_ms: of(name, "database"),
          writers_cpu_ms: of(name, "writers"),
        });
      }
      for (const { child } of servers) child.kill("SIGKILL");
    }
  },
);
