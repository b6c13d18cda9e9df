import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** KiB of script, gzipped, that a visitor may be made to load: for the landing page, and with signup opened on it. */
const LANDING_MAX = 110;
const SIGNUP_MAX = 150;

/** Weighs every script that a page asks for. The returned function waits until it asks for no more and says their KiB. */
function weigh(page: Page): () => Promise<number> {
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    const isScript = new URL(response.url()).pathname.endsWith(".js");
    if (isScript) scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  return async () => {
    await page.waitForLoadState("networkidle");
    const bytes = await Promise.all(scripts);
    return bytes.reduce((sum, one) => sum + one, 0) / 1024;
  };
}

test("the landing page asks for little script, and signup for little more", async ({ page }) => {
  const weight = weigh(page);
  await page.goto("/");
  const landing = await weight();
  expect(landing).toBeGreaterThan(0);
  expect(landing).toBeLessThanOrEqual(LANDING_MAX);
  await page.getByRole("button", { name: "Find Your Crush" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const signup = await weight();
  expect(signup).toBeGreaterThan(landing);
  expect(signup).toBeLessThanOrEqual(SIGNUP_MAX);
  test.info().annotations.push({ type: "KiB", description: `${landing.toFixed(1)}, ${signup.toFixed(1)}` });
});
