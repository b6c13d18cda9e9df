import { readConfig } from "#server/config.ts";
import { start } from "#server/main.ts";

/** A Spotter that waits seconds where others wait minutes, for proofs that would take days. It has no pages, and is stopped by killing it. */

const config = readConfig(process.env);
const { address } = await start(config, () => undefined, {
  // What is done by the clock whoever started it does; a job is given up soon after its process was killed.
  jobs: { schedule: false, retrySeconds: 1, expireSeconds: 10, superviseSeconds: 1 },
  pauses: { mailMs: 300, pushMs: 200 },
});
console.log(`Spotter is ready at ${address}`);
