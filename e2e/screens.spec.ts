import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { enterAs, makeMatch, makePerson, type Person, sendCrush } from "./people.ts";

interface Ids {
  readonly other: Person;
  readonly match: Person;
}

/** Every screen, by the words that are there once it is. */
const SCREENS: readonly (readonly [name: string, path: (ids: Ids) => string, ready: string])[] = [
  ["landing", () => "/", "How it works"],
  ["browse", () => "/browse", "Browse"],
  ["own profile", () => "/profile", "Basic info"],
  ["another's profile", ({ other }) => `/profile/${other.id}`, "Get to know me"],
  ["no profile", () => "/profile/00000000-0000-4000-8000-000000000000", "Profile not found"],
  ["crushes", () => "/crushes", "My Crushes"],
  ["messages", () => "/messages", "Messages"],
  ["chat", ({ match }) => `/messages/${match.id}`, "Say hello"],
  ["settings", () => "/settings", "Appearance"],
  ["not found", () => "/nothing", "Nothing on this rack."],
];

const DIALOGS: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  ["signup", "/?signup=true", async () => {}],
  ["login", "/?login=true", async () => {}],
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 }, contextOptions: { reducedMotion: "reduce" } });

      test("axe finds nothing on any screen", async ({ page, request, expectRefusals }) => {
        test.setTimeout(180_000);
        expectRefusals();
        const [me, match] = await makeMatch(request);
        const other = await makePerson(request);
        await sendCrush(request, other, me);
        await enterAs(page, me);
        for (const [name, path, ready] of SCREENS) {
          await test.step(name, async () => {
            await page.goto(path({ other, match }));
            await expect(page.getByRole("heading", { name: ready }).first()).toBeVisible();
            await page.waitForLoadState("networkidle");
            await expectAccessible(page);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
          });
        }
      });

      test("axe finds nothing in any dialog", async ({ page }) => {
        for (const [name, path, open] of DIALOGS) {
          await test.step(name, async () => {
            await page.goto(path);
            await open(page);
            await expect(page.getByRole("dialog")).toBeVisible();
            await expectAccessible(page);
          });
        }
      });
    });
  }
}

test("a screen has one h1 and a title of its own", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, match] = await makeMatch(request);
  const other = await makePerson(request);
  await enterAs(page, me);
  const titles = new Set<string>();
  for (const [, path, ready] of SCREENS) {
    await page.goto(path({ other, match }));
    await expect(page.getByRole("heading", { name: ready }).first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    titles.add(await page.title());
  }
  expect(titles.size).toBe(SCREENS.length);
});
