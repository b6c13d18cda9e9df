import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Load } from "./message-load.ts";
import { environmentOf, makePairs, startProcess } from "./processes.ts";
import { median, withServer } from "./server.ts";

/**
 * Texts sent a second over HTTP, beside the same route where each text has a transaction of its own, and where nothing
 * is asked of the database; by turns in one run, with one process and with two, so that only ratios are to be read.
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
      // One that is alone has nobody to tell.
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
        // The first one warms up.
        if (run === 0) continue;
        sent.push(figures[0]);
        alone.push(figures[1]);
        nothing.push(figures[2]);
      }
      const ratio = (to: readonly number[]) => median(sent.map((figure, i) => figure / (to[i] ?? 1))).toFixed(2);
      console.log(
        `${count} process${count === 1 ? "" : "es"}, ${WRITERS} writers: ${median(sent).toFixed(0)} texts a second; ` +
          `${ratio(nothing)} of the route without its database (${median(nothing).toFixed(0)}), ` +
          `${ratio(alone)} times one transaction each (${median(alone).toFixed(0)})`,
      );
      for (const { child } of processes) child.kill("SIGKILL");
    }
  },
);
