import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./scripts/browser.ts";

/** Journeys and screens in a real browser, against Spotter as `npm start` runs it, on a data folder of its own. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  // While one waits, two others draw.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // A browser on a machine that is busy with two others can be later than any person's: what fails is tried once more, and named
  // as flaky at the end. That is a defect to mend at its cause too; `--retries 0` finds such ones, `--repeat-each` shows the cause.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "America/Chicago",
    screenshot: "only-on-failure",
    // What a worker answers no test sees; those of the worker itself allow it.
    serviceWorkers: "block",
    launchOptions: await launchOptions(),
  },
});
