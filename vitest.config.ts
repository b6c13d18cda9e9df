import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** No measure of anything: what takes two seconds alone takes ten times that on a busy machine. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

/** `server` has a real PostgreSQL, one for the whole run and a database for each file; `units` need nothing. */
export default defineConfig({
  test: {
    // A third of their time they wait, for a process that starts or stops, or for a second try.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts", "demo/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          ...patient,
        },
      },
      { test: { name: "units", include: ["contract/**/*.test.ts", "web/**/*.test.ts"], ...patient } },
    ],
  },
});
