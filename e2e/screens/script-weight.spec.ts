import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { observeLayoutShift, readLayoutShift } from "#e2e/measures/layout-shift.ts";
import { measureScripts } from "#e2e/measures/script-weight.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";
import { readBuiltSite } from "#server/platform/http/static-pages.ts";

/** KiB, gzipped, also with signup opened. `screens.spec.ts` checks other screens. */
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

/** KiB as sent, before the first content. */
const SCREEN_MAX = 150;
/** Requests of the page, its scripts, its calls, two fonts and the first photo. */
const REQUESTS_MAX = 15;
const FONTS_AND_PHOTO = 3;

test("a member's screen needs few scripts and requests before its first content", async ({ request }) => {
  const sizes = new Map<string, number>();
  const weigh = async (path: string): Promise<number> => {
    const bytes = sizes.get(path) ?? brotliCompressSync(await (await request.get(path)).body()).length;
    sizes.set(path, bytes);
    return bytes;
  };
  const screens = Object.entries(readBuiltSite().screens).filter(([, file]) => file.startsWith("shells/"));
  expect(screens.length).toBeGreaterThan(0);
  for (const [screen] of screens) {
    const html = await (await request.get(screen.replaceAll(/:\w+/g, "0"))).text();
    const listed = (name: string) => new RegExp(` data-${name}="([^"]*)"`).exec(html)?.[1]?.split(" ") ?? [];
    const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? "";
    const scripts = [entry, ...listed("scripts")];
    let kib = 0;
    for (const script of scripts) kib += (await weigh(script)) / 1024;
    test.info().annotations.push({ type: "screen", description: `${screen}: ${kib.toFixed(1)} KiB` });
    expect.soft(kib, screen).toBeLessThanOrEqual(SCREEN_MAX);
    const requests = 1 + scripts.length + listed("calls").length + FONTS_AND_PHOTO;
    expect.soft(requests, screen).toBeLessThanOrEqual(REQUESTS_MAX);
  }
});

/** Fonts change line breaks. */
const HEIGHT_MAX = 0.01;

/** The height of a page once it has been the same for thirty frames, because the app's scripts may add to the document. */
const heightAtRest = (page: Page) =>
  page.evaluate(async () => {
    let height = 0;
    for (let same = 0; same < 30; same++) {
      await new Promise(requestAnimationFrame);
      if (document.documentElement.scrollHeight !== height) same = 0;
      height = document.documentElement.scrollHeight;
    }
    return height;
  });

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
        const before = await heightAtRest(page);
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
