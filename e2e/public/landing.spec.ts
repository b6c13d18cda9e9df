import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";

const tour = (page: Page) => page.getByRole("list", { name: "Screens of the app" });
const band = (page: Page) =>
  page.getByRole("img", { name: "A woman with a barbell and a man with a towel, two weight plates locked together" });

/** How far the left plate is from its place, in units of the drawing, when what is around it stands so far down the window. */
async function apart(page: Page, share: number): Promise<number> {
  return band(page).evaluate(async (svg, share) => {
    const { top } = svg.getBoundingClientRect();
    scrollTo({ top: scrollY + top - innerHeight * share, behavior: "instant" });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const plate = svg.querySelector("g");
    return plate ? Math.abs(new DOMMatrix(getComputedStyle(plate).transform).e) : -1;
  }, share);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });
    test("the app's own screens are shown as they look there, once one comes to them", async ({ page }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto("/");
      await page.waitForLoadState("networkidle");
      await tour(page).scrollIntoViewIfNeeded();
      for (const image of await tour(page).getByRole("img").all()) {
        await expect(image).toHaveAttribute("alt", /\w/);
        await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(720);
      }
      const pictures = asked.filter((path) => path.startsWith("/art/tour/")).toSorted();
      expect(pictures).toEqual(["browse", "chat", "profile"].map((name) => `/art/tour/${name}-${colorScheme}.webp`));
    });
  });
}

test("on a phone the screens are gone through by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await tour(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => tour(page).evaluate((list) => list.scrollLeft)).toBeGreaterThan(20);
});

test("two plates lock as one scrolls to them", async ({ page }) => {
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(await apart(page, 1)).toBeGreaterThan(100);
  expect(await apart(page, 0.2)).toBe(0);
  await expect(page.getByText("Spot me Thursday?")).toHaveCSS("opacity", "1");
});

test("whoever wants less motion finds the plates locked", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(await apart(page, 1)).toBe(0);
  await expect(page.getByText("Spot me Thursday?")).toHaveCSS("opacity", "1");
});
