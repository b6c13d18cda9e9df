import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.ts";

const { executablePath, args, env } = await findBrowser();

/** Journeys and screens in a real browser, against Spotter as `npm start` runs it, on a data folder of its own. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    timezoneId: "America/Chicago",
    screenshot: "only-on-failure",
    launchOptions: { executablePath, args: [...args], env: { ...(process.env as Record<string, string>), ...env } },
  },
});
