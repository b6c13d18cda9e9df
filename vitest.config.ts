import { defineConfig } from "vitest/config";

/** `server` has a real PostgreSQL, one for the whole run and a database for each file; `units` need nothing. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: "units", include: ["contract/**/*.test.ts", "web/**/*.test.ts"] } },
    ],
  },
});
