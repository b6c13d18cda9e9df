import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./scripts/browser.ts";

/** Browser tests against a Spotter that runs as with `npm start`, on a temporary data folder. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  // One more than there are cores, because a test waits for the server a third of its time.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // On a busy machine a page may miss a timeout. A test that passes on its retry is reported as flaky and is a defect:
  // `--retries 0` reveals it, `--repeat-each` helps to find the cause.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "America/Chicago",
    screenshot: "only-on-failure",
    // Tests cannot observe or replace responses of a service worker. Tests of the worker itself enable it.
    serviceWorkers: "block",
    launchOptions: await launchOptions(),
  },
});
