import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./scripts/browser.ts";

/** Tests in a real browser, against a Spotter that runs as with `npm start`, on a temporary data folder. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  // One more than there are cores: a test waits for the server a third of its time.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // On a busy machine a page may miss a timeout. A test that passes on its retry is listed as flaky and is still a defect:
  // `--retries 0` finds it, `--repeat-each` its cause.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "America/Chicago",
    screenshot: "only-on-failure",
    // Tests could not observe or replace what a service worker answers. The tests of the worker itself allow it.
    serviceWorkers: "block",
    launchOptions: await launchOptions(),
  },
});
