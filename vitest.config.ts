import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { helpArticlesPlugin } from "./scripts/help-articles.ts";

/** Generous timeouts: work of two seconds may take twenty on a busy machine. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

const SERVER = ["server", "demo", "scripts"];
const SOAK = SERVER.map((folder) => `${folder}/**/*.soak.test.ts`);

/**
 * `server` and `soak` use one PostgreSQL for the run and a database per file. `units` needs no database. `soak` is not
 * part of `npm test`.
 */
export default defineConfig({
  test: {
    // One more than there are cores, because a worker waits a third of its time for processes to start or stop.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "server",
          include: SERVER.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...configDefaults.exclude, ...SOAK],
          globalSetup: ["server/testing/global-setup.ts"],
          // The files of a worker share its modules: loading the app again for each file takes half of the time.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: "soak",
          include: SOAK,
          globalSetup: ["server/testing/global-setup.ts"],
          ...timeouts,
        },
      },
      {
        plugins: [helpArticlesPlugin()],
        test: {
          name: "units",
          include: ["bench/**/*.test.ts", "contract/**/*.test.ts", "web/**/*.test.ts"],
          setupFiles: ["scripts/hang-watchdog.ts"],
          ...timeouts,
        },
      },
    ],
  },
});
