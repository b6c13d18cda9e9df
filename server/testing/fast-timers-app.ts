import { readConfig } from "#server/config.ts";
import { start } from "#server/main.ts";

/** Retries and delays take seconds instead of minutes. Serves no pages, and runs until it is killed. */

const config = readConfig(process.env);
const membersMin = process.env["TEST_INDEXED_MEMBERS_MIN"];
const { address } = await start(config, () => undefined, {
  // The test triggers scheduled jobs itself. The short expiry returns a killed process's jobs to the queue.
  jobs: { schedule: false, retrySeconds: 1, expireSeconds: 10, superviseSeconds: 1 },
  notificationDelays: { emailMs: 300, pushMs: 200 },
  discoveryIndexOptions: membersMin ? { membersMin: Number(membersMin) } : {},
});
console.log(`Spotter is ready at ${address}`);
