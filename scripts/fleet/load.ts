import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { LoadCommand, LoadMatch, LoadRates, LoadReport, LoadSecond, LoadVerdict } from "./load-types.ts";
import type { Machine } from "./network.ts";

const SOURCES = 250;

export interface Load {
  readonly seconds: readonly LoadSecond[];
  setRates(rates: LoadRates): void;
  verify(): Promise<LoadVerdict>;
}

interface LoadTarget {
  readonly port: number;
  readonly origin: string;
}

export function addCounts(a: LoadSecond["failed"], b: LoadSecond["failed"]): LoadSecond["failed"] {
  const sum = { ...a };
  for (const [reason, count] of Object.entries(b)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}

const addSeconds = (a: LoadSecond, b: LoadSecond): LoadSecond => ({
  acknowledged: a.acknowledged + b.acknowledged,
  delivered: a.delivered + b.delivered,
  failed: addCounts(a.failed, b.failed),
  refused: a.refused + b.refused,
  browsed: a.browsed + b.browsed,
  crushed: a.crushed + b.crushed,
  connected: a.connected + b.connected,
  deliveryMs: [...a.deliveryMs, ...b.deliveryMs],
});

const addVerdicts = (a: LoadVerdict, b: LoadVerdict): LoadVerdict => ({
  acknowledged: a.acknowledged + b.acknowledged,
  lost: a.lost + b.lost,
  doubled: a.doubled + b.doubled,
  outOfOrder: a.outOfOrder + b.outOfOrder,
  unseen: a.unseen + b.unseen,
  unread: a.unread + b.unread,
});

/** A part of the members on each machine. Resolves once all are connected. */
export async function startLoad(
  machines: readonly { readonly machine: Machine; readonly network: string; readonly balancer: Machine }[],
  { port, origin }: LoadTarget,
  matches: readonly LoadMatch[],
  strangers: readonly string[],
): Promise<Load> {
  const seconds: LoadSecond[] = [];
  /** Not reported by all machines yet. */
  const waiting = machines.map((): LoadSecond[] => []);
  const verdicts: LoadVerdict[] = [];
  const workers: ChildProcess[] = [];
  let connected = 0;
  let onVerdict: () => void = () => undefined;
  const { promise: ready, resolve: onReady, reject: onFailure } = Promise.withResolvers<void>();

  const start = (machine: Machine, network: string, balancer: Machine, nth: number): void => {
    const command = [...machine.on, process.execPath, join(import.meta.dirname, "load-worker.ts")];
    const [program = "", ...args] = command;
    const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    workers.push(child);
    child.once("exit", (code) => {
      console.error(`The load on ${machine.name} ended with ${code}`);
      onFailure(new Error(`the load on ${machine.name} failed`));
    });
    child.on("message", (message: LoadReport) => {
      if (message.kind === "connected") {
        if (++connected === machines.length) onReady();
      } else if (message.kind === "second") {
        waiting[nth]?.push(message.second);
        if (waiting.every((reported) => reported.length > 0))
          seconds.push(waiting.flatMap((reported) => reported.splice(0, 1)).reduce(addSeconds));
      } else {
        verdicts.push(message.verdict);
        if (verdicts.length === machines.length) onVerdict();
      }
    });
    const share = <T>(all: readonly T[]) => all.filter((_, i) => i % machines.length === nth);
    const sources = Array.from({ length: SOURCES }, (_, i) => `${network}.${i + 2}`);
    const own = { sources, matches: share(matches), strangers: share(strangers) };
    child.send({ kind: "start", host: balancer.address, port, origin, ...own } satisfies LoadCommand);
  };
  for (const [nth, { machine, network, balancer }] of machines.entries()) start(machine, network, balancer, nth);
  const sendAll = (command: LoadCommand) => {
    for (const worker of workers) worker.send(command);
  };
  await ready;
  return {
    seconds,
    setRates({ texts, browses, crushes }) {
      const n = machines.length;
      sendAll({ kind: "rates", rates: { texts: texts / n, browses: browses / n, crushes: crushes / n } });
    },
    async verify() {
      verdicts.length = 0;
      const all = new Promise<void>((resolve) => (onVerdict = resolve));
      sendAll({ kind: "verify" });
      await all;
      return verdicts.reduce(addVerdicts);
    },
  };
}
