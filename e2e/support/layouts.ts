import { type Page, test } from "@playwright/test";
import { changeTheme } from "./fixtures.ts";

/**
 * Checks the loaded page on a phone in the light theme, and on a computer in the dark theme. The page must be
 * interactive, because it follows the system's theme only then. Scrolls to the top, where the header covers nothing.
 */
export async function inEachLayout(
  page: Page,
  check: () => Promise<void>,
  { width: phone = 320, height = 800 } = {},
): Promise<void> {
  for (const [theme, width] of [
    ["light", phone],
    ["dark", 1280],
  ] as const) {
    await test.step(`${theme}, ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await changeTheme(page, theme);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      await check();
    });
  }
}
