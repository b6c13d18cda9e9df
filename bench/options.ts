import { parseArgs } from "node:util";
import type { Spread } from "./population.ts";

/** Each benchmark uses some of them. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Unless a benchmark has its own number. */
    members: { type: "string", default: "100000" },
    crushes: { type: "string", default: "500000" },
    messages: { type: "string", default: "1000000" },
    /** Texts a second, for writers at a fixed rate. */
    rate: { type: "string", default: "300" },
    city: { type: "boolean", default: false },
    country: { type: "boolean", default: false },
    metropolis: { type: "boolean", default: false },
    /** Alternating runs, of which the median counts. */
    runs: { type: "string", default: "5" },
    /** Also prints query plans. */
    plans: { type: "boolean", default: false },
    /** For benchmarks that measure a rate. */
    seconds: { type: "string", default: "2" },
  },
});

/** @throws Error if it is not a positive number */
function toCount(name: keyof typeof values): number {
  const count = Number(values[name]);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name} must be a positive number`);
  return count;
}

export const OPTIONS = {
  names: positionals,
  members: toCount("members"),
  crushes: toCount("crushes"),
  messages: toCount("messages"),
  rate: toCount("rate"),
  spreads: (["city", "country", "metropolis"] as const).filter((spread): spread is Spread => values[spread]),
  runs: toCount("runs"),
  seconds: toCount("seconds"),
  plans: values.plans,
};
