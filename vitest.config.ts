import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Generous timeouts: what takes two seconds alone takes twenty on a busy machine. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

/** `server` uses one PostgreSQL for the run and a database for each file; `units` need no database. */
export default defineConfig({
  test: {
    // One more than there are cores: a third of the time a worker waits for a process that starts or stops.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts", "demo/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          ...timeouts,
        },
      },
      { test: { name: "units", include: ["contract/**/*.test.ts", "web/**/*.test.ts"], ...timeouts } },
    ],
  },
});
