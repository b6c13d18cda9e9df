import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";

const tour = (page: Page) => page.getByRole("list", { name: "Screens of the app" });
const band = (page: Page) =>
  page.getByRole("img", { name: "A woman with a barbell and a man with a towel, two weight plates locked together" });

/**
 * The distance of the left plate from its final position in units of the drawing, for a scroll position. @param share
 * where the drawing is in the window
 */
async function plateDistance(page: Page, share: number): Promise<number> {
  return band(page).evaluate(async (svg, share) => {
    const { top } = svg.getBoundingClientRect();
    scrollTo({ top: scrollY + top - innerHeight * share, behavior: "instant" });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const plate = svg.querySelector("g");
    return plate ? Math.abs(new DOMMatrix(getComputedStyle(plate).transform).e) : -1;
  }, share);
}

/** Opens the landing page in a theme, and checks that it loads the screenshots of that theme alone. */
async function expectThemedScreenshots(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await tour(page).scrollIntoViewIfNeeded();
  for (const image of await tour(page).getByRole("img").all()) {
    await expect(image).toHaveAttribute("alt", /\w/);
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(720);
  }
  const pictures = requests.filter((path) => path.startsWith("/art/tour/")).toSorted();
  expect(pictures).toEqual(["browse", "chat", "profile"].map((name) => `/art/tour/${name}-${colorScheme}.webp`));
}

test("the landing page shows screenshots in the reader's theme, and plates that lock while scrolling", async ({
  page,
}) => {
  await test.step("screenshots of the app are loaded in the light theme when they become visible", async () => {
    await expectThemedScreenshots(page, "light");
  });
  await test.step("two plates lock while scrolling", async () => {
    expect(await plateDistance(page, 1)).toBeGreaterThan(100);
    expect(await plateDistance(page, 0.2)).toBe(0);
    await expect(page.getByText("Spot me Thursday?")).toHaveCSS("opacity", "1");
  });
  await test.step("on a phone the screenshots can be browsed by keyboard", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await tour(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => tour(page).evaluate((list) => list.scrollLeft)).toBeGreaterThan(20);
  });
  await test.step("reduced motion shows the plates locked", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await plateDistance(page, 1)).toBe(0);
    await expect(page.getByText("Spot me Thursday?")).toHaveCSS("opacity", "1");
  });
  // A change of the theme on an open page would load screenshots.
  await page.goto("about:blank");
  await test.step("screenshots of the app are loaded in the dark theme when they become visible", async () => {
    await page.emulateMedia({ reducedMotion: null });
    await expectThemedScreenshots(page, "dark");
  });
});
