import type { Page } from "@playwright/test";
import { observeLayoutShift, readLayoutShift } from "#e2e/measures/layout-shift.ts";
import { measureScripts } from "#e2e/measures/script-weight.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";

/**
 * The maximum weight of the landing page's scripts in KiB, gzipped, also with signup opened. `screens.spec.ts` checks
 * other screens.
 */
const LANDING_MAX = 110;
const SIGNUP_MAX = 150;
/** The maximum cumulative layout shift, as in `screens.spec.ts`. */
const SHIFT_MAX = 0.02;

test("the landing page loads few scripts, and signup few more", async ({ page }) => {
  const weight = measureScripts(page);
  await page.goto("/");
  const { kib: landing } = await weight();
  expect(landing).toBeGreaterThan(0);
  expect(landing).toBeLessThanOrEqual(LANDING_MAX);
  await page.getByRole("button", { name: "Find Your Crush" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const { kib: signup } = await weight();
  expect(signup).toBeGreaterThan(landing);
  expect(signup).toBeLessThanOrEqual(SIGNUP_MAX);
  test.info().annotations.push({ type: "KiB", description: `${landing.toFixed(1)}, ${signup.toFixed(1)}` });
});

/** The maximum relative change of a page's height when its fonts load, because of other line breaks. */
const HEIGHT_MAX = 0.01;

/** The status of the app's own fonts, without the system's fallback fonts. */
const ours = (page: Page) =>
  page.evaluate(() => [...document.fonts].flatMap(({ family, status }) => (/Variable/.test(family) ? [status] : [])));

test("the fonts are two files, and loading them shifts nothing on a phone and on a computer", async ({ page }) => {
  await observeLayoutShift(page);
  for (const width of [360, 1280]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      for (const path of ["/", "/faq"]) {
        const fonts: string[] = [];
        page.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
        const release = await holdRequests(page, "**/*.woff2");
        await page.goto(path, { waitUntil: "domcontentloaded" });
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const before = await height();
        expect(await ours(page)).toEqual(["loading", "loading"]);
        release();
        await expect.poll(() => ours(page)).toEqual(["loaded", "loaded"]);
        await page.waitForLoadState("networkidle");
        expect(new Set(fonts).size).toBe(2);
        expect(Math.abs((await height()) - before) / before).toBeLessThanOrEqual(HEIGHT_MAX);
        const { sum, what } = await readLayoutShift(page);
        expect(sum, what.join("\n")).toBeLessThanOrEqual(SHIFT_MAX);
        page.removeAllListeners("request");
        await page.unrouteAll();
      }
    });
  }
});
