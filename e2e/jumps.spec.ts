import type { Page } from "@playwright/test";
import { makeCast, memberPlaces, type Place, PUBLIC_PLACES, settled } from "./every-screen.ts";
import { expect, test } from "./fixtures.ts";
import { jumpsOf, watchJumps } from "./measures/jumps.ts";
import { slow } from "./network.ts";
import { enterAs } from "./people.ts";

/** The most that a screen may jump, as a share of the window times how far; browsers call up to 0.1 good. */
const MOST = 0.02;
/** How long each answer and each picture takes. */
const LATE_MS = 400;

/** Opens one screen after the other as it comes over a slow network, and says which jump. */
async function jumping(page: Page, places: readonly Place[]): Promise<string[]> {
  await watchJumps(page);
  for (const address of ["**/api/**", "**/photos/**", "**/art/**"]) await slow(page, address, LATE_MS);
  const found: string[] = [];
  for (const [name, path] of places) {
    await page.goto(path);
    await settled(page);
    const { sum, what } = await jumpsOf(page);
    test.info().annotations.push({ type: "CLS", description: `${name} ${sum.toFixed(4)}` });
    if (sum > MOST) found.push(`${name} jumps by ${sum.toFixed(3)}: ${what.join("\n  ")}`);
  }
  return found;
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px, over a slow network`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("no public screen jumps", async ({ page, expectRefusals }) => {
      expectRefusals();
      expect(await jumping(page, [["landing", "/"], ...PUBLIC_PLACES])).toEqual([]);
    });

    test("no screen of members jumps", async ({ page, request, expectRefusals }) => {
      test.setTimeout(120_000);
      expectRefusals();
      const cast = await makeCast(request);
      await enterAs(page, cast.me);
      expect(await jumping(page, memberPlaces(cast))).toEqual([]);
    });
  });
}
