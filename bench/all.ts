import { OPTIONS } from "./options.ts";

/** Runs benchmarks one after the other, so that they do not disturb each other. */
const BENCHMARKS = ["compare", "browse", "fan-out", "notification-digest", "image-checks", "accepting", "table-sizes"];

const unknown = OPTIONS.names.filter((name) => !BENCHMARKS.includes(name));
if (unknown.length > 0) {
  console.error(`Usage: npm run bench -- [${BENCHMARKS.join(" | ")}]… [options]. Unknown: ${unknown.join(", ")}`);
  process.exit(2);
}
for (const name of OPTIONS.names.length > 0 ? OPTIONS.names : BENCHMARKS) await import(`./${name}.ts`);
