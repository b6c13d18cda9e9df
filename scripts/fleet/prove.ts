import { setTimeout as pause } from "node:timers/promises";
import { readMetric } from "./app.ts";
import { describeCores, readCpuSeconds } from "./cores.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { type Fleet, startFleet } from "./fleet-setup.ts";
import { addCounts } from "./load.ts";
import type { LoadRates, LoadSecond } from "./load-types.ts";

const SOCKETS = Number(process.env["FLEET_SOCKETS"] ?? 10_000);
const RATES: LoadRates = { texts: Number(process.env["FLEET_TEXTS"] ?? 500), browses: 20, crushes: 5 };
const LOAD_S = Number(process.env["FLEET_SECONDS"] ?? 300);
const GROWING_S = 20;
const STEPS = 10;
const RECOVERY_S_MAX = 120;
const NORMAL_SHARE = 0.95;
/** A second in which the slowest hundredth of deliveries took longer is not normal. */
const NORMAL_P99_MS = 1_000;
const PROGRESS_MS = 5_000;
/** Normal seconds in a row that end a disturbance. */
const NORMAL_S = 5;

interface Row {
  readonly what: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly outOfOrder: number;
  readonly unseen: number;
  readonly unread: number;
  readonly repeated: LoadSecond["failed"];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Seconds from the end of the fault until the service was normal; undefined if it never was. */
  readonly recoveredS: number | undefined;
  readonly deliveriesPerEvent: number;
}

function quantileOf(list: readonly number[], q: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

function isNormal({ acknowledged, connected, deliveryMs }: LoadSecond): boolean {
  const isFast = quantileOf(deliveryMs, 0.99) <= NORMAL_P99_MS;
  return isFast && acknowledged >= RATES.texts * NORMAL_SHARE && connected >= SOCKETS;
}

/** @returns the seconds until the normal state began */
async function untilNormal(fleet: Fleet): Promise<number | undefined> {
  const { seconds } = fleet.load;
  const from = seconds.length;
  for (let waited = 0; waited < RECOVERY_S_MAX; waited++) {
    await pause(1000);
    const latest = seconds.slice(Math.max(from, seconds.length - NORMAL_S));
    if (latest.length === NORMAL_S && latest.every(isNormal)) return Math.max(0, seconds.length - NORMAL_S - from);
  }
  return undefined;
}

/** A delivery is one event to one process. */
async function countDeliveries({ apps, env }: Fleet): Promise<readonly [deliveries: number, published: number]> {
  const read = async (name: string) => {
    const each = await Promise.all(apps.map((app) => readMetric(app, name, env["METRICS_TOKEN"] ?? "").catch(() => 0)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  return [await read("spotter_pubsub_deliveries_total"), await read("spotter_pubsub_published_total")];
}

/** Such as `12 (503: 10, ECONNRESET: 2)`. */
function describe(counts: LoadSecond["failed"]): string {
  const reasons = Object.entries(counts).map(([reason, count]) => `${reason}: ${count}`);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all === 0 ? "0" : `${all} (${reasons.join(", ")})`;
}

/** So that one can follow a run. @returns stops */
function printProgress({ load }: Fleet): () => void {
  const timer = setInterval(() => {
    const latest = load.seconds.at(-1);
    if (!latest) return;
    const { acknowledged, delivered, failed, browsed, crushed, refused, connected, deliveryMs } = latest;
    const p99 = quantileOf(deliveryMs, 0.99);
    console.error(
      `  ${acknowledged} acknowledged, ${delivered} delivered (p99 ${p99} ms), ${describe(failed)} repeated, ${browsed} pages, ` +
        `${crushed} crushes, ${refused} refused, ${connected} connected`,
    );
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

async function measure(fleet: Fleet, what: string, during: () => Promise<void>): Promise<Row> {
  const { load } = fleet;
  const stopPrinting = printProgress(fleet);
  for (let step = 1; step <= STEPS; step++) {
    const grown = (rate: number) => (rate * step) / STEPS;
    load.setRates({ texts: grown(RATES.texts), browses: grown(RATES.browses), crushes: grown(RATES.crushes) });
    await pause((GROWING_S * 1000) / STEPS);
  }
  const from = load.seconds.length;
  const before = await countDeliveries(fleet);
  await during();
  const recoveredS = await untilNormal(fleet);
  const after = await countDeliveries(fleet);
  load.setRates({ texts: 0, browses: 0, crushes: 0 });
  const seconds = load.seconds.slice(from);
  const { lost, doubled, outOfOrder, unseen, unread } = await load.verify();
  stopPrinting();
  const times = seconds.flatMap(({ deliveryMs }) => deliveryMs);
  const sum = (pick: (second: LoadSecond) => number) => seconds.reduce((all, second) => all + pick(second), 0);
  return {
    what,
    acknowledged: sum((second) => second.acknowledged),
    lost,
    doubled,
    outOfOrder,
    unseen,
    unread,
    repeated: seconds.map(({ failed }) => failed).reduce(addCounts, {}),
    p50Ms: quantileOf(times, 0.5),
    p99Ms: quantileOf(times, 0.99),
    recoveredS,
    deliveriesPerEvent: (after[0] - before[0]) / (after[1] - before[1]),
  };
}

async function runWithoutFault({ apps, balancers, devices, machines }: Fleet): Promise<void> {
  const all = [...apps.map(({ machine }) => machine), ...Object.values(machines), ...balancers, ...devices];
  const before = readCpuSeconds(all);
  await pause(LOAD_S * 1000);
  console.log(`Cores: ${describeCores(before, readCpuSeconds(all), LOAD_S)}`);
}

const HEAD =
  "| what | acknowledged | lost | doubled | out of order | unseen | unread | repeated | p50 ms | p99 ms | recovered s | deliveries an event |";
const lineOf = (row: Row): string =>
  `| ${row.what} | ${row.acknowledged} | ${row.lost} | ${row.doubled} | ${row.outOfOrder} | ${row.unseen} | ${row.unread} | ${describe(row.repeated)} | ${row.p50Ms} | ${row.p99Ms} | ${row.recoveredS ?? "never"} | ${row.deliveriesPerEvent.toFixed(2)} |`;

const isGood = ({ lost, doubled, outOfOrder, unseen, unread, recoveredS, acknowledged }: Row): boolean =>
  lost + doubled + outOfOrder + unseen + unread === 0 && recoveredS !== undefined && acknowledged > 0;

/**
 * Each fault is alone.
 * @param wanted parts of faults' names; all without any
 * @returns true if nothing was lost, doubled or out of order, and the service recovered each time
 */
export async function prove(folder: string, wanted: readonly string[]): Promise<boolean> {
  const isWanted = ({ name }: Fault) => wanted.length === 0 || wanted.some((part) => name.includes(part));
  const fleet = await startFleet(folder, SOCKETS, console.log);
  const rows: Row[] = [];
  const add = (row: Row): void => {
    rows.push(row);
    console.log(lineOf(row));
  };
  console.log(`${HEAD}\n|${"---|".repeat(11)}`);
  add(await measure(fleet, `${LOAD_S} seconds without a fault`, () => runWithoutFault(fleet)));
  for (const fault of FAULTS.filter(isWanted)) add(await measure(fleet, fault.name, () => fault.strike(fleet)));
  const bad = rows.filter((row) => !isGood(row));
  for (const { what } of bad) console.error(`FAILED: ${what}`);
  return bad.length === 0;
}
