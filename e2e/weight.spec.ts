import type { Page } from "@playwright/test";
import { makeCast, memberPlaces, type Place, PUBLIC_PLACES, settled } from "./every-screen.ts";
import { expect, test } from "./fixtures.ts";
import { jumpsOf, watchJumps } from "./measures/jumps.ts";
import { weigh } from "./measures/weight.ts";
import { hold } from "./network.ts";
import { enterAs } from "./people.ts";

/** KiB of script, gzipped, that one may be made to load: by the landing page, with signup opened on it, by a text, by any screen. */
const LANDING_MAX = 110;
const SIGNUP_MAX = 150;
const TEXT_MAX = 130;
const SCREEN_MAX = 190;
/** Files of script that a screen may ask for: each is a question more to the server, and the screen waits for all. */
const FILES_MAX = 50;
/** As in `jumps.spec.ts`. */
const JUMP_MAX = 0.02;

const TEXTS = ["how it works", "questions", "terms", "privacy"];

/** Opens one screen after the other, each as if it was the first, and says those that weigh too much. */
async function tooHeavy(page: Page, places: readonly Place[]): Promise<string[]> {
  const heavy: string[] = [];
  for (const [name, path] of places) {
    const weight = weigh(page);
    await page.goto(path);
    await settled(page);
    const { kib, files } = await weight();
    page.removeAllListeners("response");
    expect(kib).toBeGreaterThan(0);
    test.info().annotations.push({ type: "KiB", description: `${name} ${kib.toFixed(1)} in ${files} files` });
    const most = TEXTS.includes(name) ? TEXT_MAX : SCREEN_MAX;
    if (kib > most) heavy.push(`${name} asks for ${kib.toFixed(1)} KiB of ${most}`);
    if (files > FILES_MAX) heavy.push(`${name} asks for ${files} files of ${FILES_MAX}`);
  }
  return heavy;
}

test("the landing page asks for little script, and signup for little more", async ({ page }) => {
  const weight = weigh(page);
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

test("no public screen asks for more script than it may, a text for less", async ({ page, expectRefusals }) => {
  expectRefusals();
  expect(await tooHeavy(page, PUBLIC_PLACES)).toEqual([]);
});

test("no screen of members asks for more script than it may", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const cast = await makeCast(request);
  await enterAs(page, cast.me);
  expect(await tooHeavy(page, memberPlaces(cast))).toEqual([]);
});

/** Share of a page's height by which it may change when its fonts come: a line in a hundred that breaks elsewhere. */
const HEIGHT_MAX = 0.01;

/** How far our own fonts are; what stands in for them is the system's. */
const ours = (page: Page) =>
  page.evaluate(() => [...document.fonts].flatMap(({ family, status }) => (/Variable/.test(family) ? [status] : [])));

for (const width of [360, 1280]) {
  test(`the fonts are two files, and nothing jumps when they come, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await watchJumps(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    for (const path of ["/", "/faq"]) {
      const fonts: string[] = [];
      page.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
      const release = await hold(page, "**/*.woff2");
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const before = await height();
      expect(await ours(page)).toEqual(["loading", "loading"]);
      release();
      await expect.poll(() => ours(page)).toEqual(["loaded", "loaded"]);
      await page.waitForLoadState("networkidle");
      expect(new Set(fonts).size).toBe(2);
      expect(Math.abs((await height()) - before) / before).toBeLessThanOrEqual(HEIGHT_MAX);
      const { sum, what } = await jumpsOf(page);
      expect(sum, what.join("\n")).toBeLessThanOrEqual(JUMP_MAX);
      page.removeAllListeners("request");
      await page.unrouteAll();
    }
  });
}
