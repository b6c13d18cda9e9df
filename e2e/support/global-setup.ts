import { startTestedSpotter } from "#e2e/support/spotter.ts";

/** Starts one Spotter with demo members for the run. */
export default () => startTestedSpotter({ DEMO_MEMBERS: "8" });
