import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { startSession } from "#server/modules/accounts/accounts.service.ts";
import { addMember } from "#server/modules/joining/joining.service.ts";
import { addCrush } from "#server/modules/pairs/pairs.service.ts";
import type { Load } from "./message-load.ts";
import { median, withServer } from "./server.ts";

/**
 * Texts sent a second over HTTP, beside the same route where each text has a transaction of its own, and where nothing
 * is asked of the database; by turns in one run, with one process and with two, so that only ratios are to be read.
 */
const RUNS = 5;
const SECONDS = 3;
const WRITERS = 64;

type Writer = Load["writers"][number];

const rate = async (load: Load): Promise<number> => {
  const worker = new Worker(new URL("./message-load.ts", import.meta.url), { workerData: load });
  const [figure] = (await once(worker, "message")) as [number];
  return figure;
};

async function startProcess(env: Record<string, string>): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "message-server.ts")], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [address] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, address };
}

await withServer(
  async () => undefined,
  async (ctx, _, { host, user, database }) => {
    const writers: Writer[] = [];
    await ctx.transact(async (tx) => {
      for (let i = 0; i < WRITERS / 2; i++) {
        const [a, b] = await Promise.all(
          ["a", "b"].map((side) =>
            addMember(ctx, tx, {
              email: `${side}${i}@example.com`,
              username: `writer_${side}${i}`,
              dateOfBirth: "1994-05-17",
              passwordHash: "none",
              isDemo: false,
            }),
          ),
        );
        if (!a || !b) throw new Error("nobody joined");
        await addCrush(tx, a, b);
        await addCrush(tx, b, a);
        writers.push(
          { token: await startSession(tx, a), receiverId: b },
          { token: await startSession(tx, b), receiverId: a },
        );
      }
    });
    const env = {
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      DATA_DIR: ctx.config.dataDir,
    };
    const processes = [await startProcess(env), await startProcess(env)];
    for (const count of [1, 2]) {
      const addresses = processes.slice(0, count).map(({ address }) => address);
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
    }
    for (const { child } of processes) child.kill("SIGKILL");
  },
);
