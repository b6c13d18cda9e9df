import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";

const UI = join(import.meta.dirname, "../../web/ui");

const SOURCES = readdirSync(UI)
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => ({ file, source: readFileSync(join(UI, file), "utf8") }));
const PARTS = SOURCES.flatMap(({ source }) =>
  [...source.matchAll(/import\("#web\/ui\/([\w-]+\.tsx)"\)/g)].map(([, file]) => file),
);
const COMPONENTS = SOURCES.filter(({ source }) =>
  /^export (function|const) [A-Z][a-z]\w*|^export \{.* as [A-Z]/m.test(source),
)
  .map(({ file }) => file)
  .filter((file) => !PARTS.includes(file));

test("the gallery shows every component, accessibly, in both themes and at both widths", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/_design");
  await test.step("the gallery shows every component with its name", async () => {
    await expect(page).toHaveTitle("Pieces · Spotter");
    expect(COMPONENTS).toContain("button.tsx");
    const shown = await page
      .locator("[data-piece]")
      .evaluateAll((components) => components.map((component) => component.getAttribute("data-piece")));
    expect(new Set(shown).size).toBe(shown.length);
    for (const file of COMPONENTS) expect(shown).toContain(`#web/ui/${file}`);
  });
  for (const width of [360, 1280]) {
    await test.step(`nothing is covered, and nothing is wider than ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole("heading", { name: "Pieces" })).toBeVisible();
      await expectAccessibleInBothThemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
  await test.step("text on colors has sufficient contrast in both themes", async () => {
    for (const theme of ["light", "dark"]) {
      await page.getByRole("radio", { name: theme }).check();
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await expect(page.locator("[data-contrast]").first()).toBeVisible();
      await expect(page.locator('[data-contrast="too little"]')).toHaveCount(0);
    }
  });
  await test.step("menus and dialogs open and close", async () => {
    for (const name of ["Size sm", "Size full", "A dangerous one"]) {
      await page.getByRole("button", { name }).click();
      await expect(page.locator("[data-sheet]")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.locator("[data-sheet]")).toHaveCount(0);
    }
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Settings saved successfully!" })).toBeVisible();
  });
});
