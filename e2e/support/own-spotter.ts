import { test as base } from "#e2e/support/fixtures.ts";
import { startTestedSpotter } from "#e2e/support/spotter.ts";

const START_MS = 90_000;

/**
 * Without demo members and with `settings` in its environment. For tests that decide cases in the console: it opens the
 * next case of the queue after each decision and claims it, which could be a case of another test.
 */
export const test = base.extend<{ ownSpotter: undefined; settings: Record<string, string> }>({
  settings: [{}, { option: true }],
  ownSpotter: [
    async ({ settings }, use) => {
      const { SPOTTER_ADDRESS, SPOTTER_DATA } = process.env;
      const stop = await startTestedSpotter(settings);
      await use(undefined);
      // The worker's next test may use the Spotter of the run.
      Object.assign(process.env, { SPOTTER_ADDRESS, SPOTTER_DATA });
      await stop();
    },
    { auto: true, timeout: START_MS },
  ],
  baseURL: async ({ ownSpotter: _ }, use) => use(process.env["SPOTTER_ADDRESS"] ?? ""),
});
