import type { Page } from "@playwright/test";

/** The clock runs until the call takes effect, so it is paused a little ahead. */
const AHEAD_MS = 1000;

export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, AHEAD_MS));
}
