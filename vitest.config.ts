import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Generous timeouts: work of two seconds may take twenty on a busy machine. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

/** `server` uses one PostgreSQL for the run and a database per file. `units` needs no database. */
export default defineConfig({
  test: {
    // One more than there are cores, because a worker waits a third of its time for processes to start or stop.
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
      {
        test: {
          name: "units",
          include: ["contract/**/*.test.ts", "web/**/*.test.ts"],
          setupFiles: ["scripts/hang-watchdog.ts"],
          ...timeouts,
        },
      },
    ],
  },
});
