import { parseArgs } from "node:util";
import type { Spread } from "./population.ts";

/** Each benchmark uses some of them. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: "string", default: "40000" },
    crushes: { type: "string", default: "500000" },
    /** Pairs of members who write to each other. */
    matches: { type: "string", default: "3000" },
    /** Pairs whose pages are open where texts are not what is measured. */
    present: { type: "string", default: "250" },
    /** Texts a second, for writers at a fixed rate. */
    rate: { type: "string", default: "150" },
    city: { type: "boolean", default: false },
    country: { type: "boolean", default: false },
    metropolis: { type: "boolean", default: false },
    /** Alternating runs, of which the median counts. */
    runs: { type: "string", default: "3" },
    /** Also prints query plans. */
    plans: { type: "boolean", default: false },
    /** For benchmarks that measure a rate. */
    seconds: { type: "string", default: "6" },
    /** Multiplies the number of calls. */
    scale: { type: "string", default: "1" },
    /** The checkout to measure, installed and built, and another one to compare it with. */
    root: { type: "string", default: process.cwd() },
    before: { type: "string" },
    /** The rows of a table to measure, separated by commas. */
    rows: { type: "string" },
  },
});

/** @throws Error if it is not a positive number */
function toCount(name: "members" | "crushes" | "matches" | "present" | "rate" | "runs" | "seconds" | "scale"): number {
  const count = Number(values[name]);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name} must be a positive number`);
  return count;
}

export const OPTIONS = {
  names: positionals,
  members: toCount("members"),
  crushes: toCount("crushes"),
  matches: toCount("matches"),
  present: toCount("present"),
  rate: toCount("rate"),
  spreads: (["city", "country", "metropolis"] as const).filter((spread): spread is Spread => values[spread]),
  runs: toCount("runs"),
  seconds: toCount("seconds"),
  scale: toCount("scale"),
  plans: values.plans,
  root: values.root,
  before: values.before,
  rows: values.rows?.split(","),
};
