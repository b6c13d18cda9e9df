import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The value below which a share of the others are; 0 of an empty list. */
export const quantile = (list: readonly number[], q: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;
export const median = (list: readonly number[]): number => quantile(list, 0.5);

export const toQuantiles = (list: readonly number[]) => ({
  p50_ms: median(list),
  p95_ms: quantile(list, 0.95),
  p99_ms: quantile(list, 0.99),
});

const round = (value: number): number => Number(value.toPrecision(Math.abs(value) >= 1000 ? 4 : 3));

/** Prints a figure as one line of JSON. Numbers are rounded to three digits. */
export function report(bench: string, figure: string, values: Readonly<Record<string, string | number>>): void {
  const rounded = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? round(value) : value,
  ]);
  console.log(JSON.stringify({ bench, figure, ...Object.fromEntries(rounded) }));
}

/** Lists of measured values, by name. */
export function createSeries<T = number>() {
  const lists = new Map<string, T[]>();
  return {
    add(name: string, ...values: readonly T[]): void {
      lists.set(name, (lists.get(name) ?? []).concat(values));
    },
    of: (name: string): readonly T[] => lists.get(name) ?? [],
  };
}

/** A line of a table: a figure of each installation. */
export interface Line {
  readonly figure: string;
  readonly goal: string;
  readonly values: readonly number[];
}

/** @param names the installations, in the order of the values */
export function printTable(names: readonly string[], lines: readonly Line[]): void {
  const toText = (value: number) => (Number.isFinite(value) ? String(round(value)) : "not done");
  const rows = lines.map(({ figure, goal, values }) => [figure, goal, ...values.map(toText)]);
  const header = ["figure", "goal", ...names];
  for (const cells of [header, header.map(() => "---"), ...rows]) console.log(`| ${cells.join(" | ")} |`);
}

const SYNCS = 200;
const PAGE_BYTES = 8_192;

/** Milliseconds that the disk takes to store a page durably, one after the other. */
export function measureSyncs(folder: string): number[] {
  const path = join(folder, "fdatasync");
  const file = openSync(path, "w");
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const times = Array.from({ length: SYNCS }, (_, nth) => {
    const startedAt = performance.now();
    writeSync(file, page, 0, PAGE_BYTES, nth * PAGE_BYTES);
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  rmSync(path);
  return times;
}
