import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Load } from "./message-load.ts";
import { environmentOf, makePairs, startProcess } from "./processes.ts";
import { median, withServer } from "./server.ts";

/**
 * Messages sent per second over HTTP, compared with a route that stores each message in a separate transaction, and
 * with one without database queries. All alternate within one run, with one process and with two, so only ratios are
 * meaningful.
 */
const RUNS = 5;
const SECONDS = 3;
const WRITERS = 64;

const rate = async (load: Load): Promise<number> => {
  const worker = new Worker(new URL("./message-load.ts", import.meta.url), { workerData: load });
  const [figure] = (await once(worker, "message")) as [number];
  return figure;
};

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
      const processes = await Promise.all(Array.from({ length: count }, start));
      const addresses = processes.map(({ address }) => address);
      const measure = (path: string) => rate({ addresses, path, writers, seconds: SECONDS });
      const [sent, alone, nothing]: [number[], number[], number[]] = [[], [], []];
      for (let run = 0; run <= RUNS; run++) {
        const figures = [
          await measure("/api/messages/send"),
          await measure("/api/bench/alone"),
          await measure("/api/bench/nothing"),
        ] as const;
        // The first run warms up.
        if (run === 0) continue;
        sent.push(figures[0]);
        alone.push(figures[1]);
        nothing.push(figures[2]);
      }
      const ratio = (to: readonly number[]) => median(sent.map((figure, i) => figure / (to[i] ?? 1))).toFixed(2);
      console.log(
        `${count} process${count === 1 ? "" : "es"}, ${WRITERS} writers: ${median(sent).toFixed(0)} messages/s; ` +
          `${ratio(nothing)} of the route without database queries (${median(nothing).toFixed(0)}), ` +
          `${ratio(alone)} times separate transactions (${median(alone).toFixed(0)})`,
      );
      for (const { child } of processes) child.kill("SIGKILL");
    }
  },
);
