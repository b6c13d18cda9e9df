import type { Page } from "@playwright/test";
import { createMatch, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";

const GOOGLE = "https://www.googletagmanager.com/gtag/js";
// What an operator's policy lets in is proved in server/http/security-headers.test.ts.
test.use({ bypassCSP: true });

/** Google's own is not asked for in a test: this one says that it is there, and keeps a cookie as that does. */
const STAND_IN = 'document.cookie = "_ga=1; path=/"; document.cookie = "_ga_TEST=1; path=/"; window.tagIsThere = true;';

const notice = (page: Page) => page.getByRole("region", { name: "Cookies for counting visits?" });
const isLoaded = (page: Page) => page.evaluate(() => "tagIsThere" in window);
const cookies = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);
/** The commands that the tag was given, as `["event", "page_view"]`; of `set` what it says of the page. */
const commands = (page: Page) =>
  page.evaluate(() =>
    (window as { dataLayer?: object[] }).dataLayer
      ?.filter((one) => Object.prototype.toString.call(one) === "[object Arguments]")
      .map((one) => JSON.stringify(Array.from(one as ArrayLike<unknown>))),
  );

/** Has the pages come as an operator's who has set a tag. @returns the addresses that the tag was asked for at */
async function setTag(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const context = page.context();
  await context.route(`${GOOGLE}**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: STAND_IN });
  });
  // The build would have written it into the page: it is there before any script of ours runs.
  await context.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      const meta = document.createElement("meta");
      meta.name = "analytics-tag";
      meta.content = "G-TEST123";
      document.head.append(meta);
    });
  });
  return asked;
}

test("without a tag nobody is asked, and nothing comes from elsewhere", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== baseURL) foreign.push(request.url());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await expect(notice(page)).toHaveCount(0);
  expect(foreign).toEqual([]);
});

test("nothing is loaded before a visitor says yes, and a no is remembered", async ({ page }) => {
  const asked = await setTag(page);
  await page.goto("/");
  await expect(notice(page)).toBeVisible();
  await page.goto("/contact");
  await notice(page).getByRole("button", { name: "No thanks" }).click();
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(notice(page)).toBeHidden();
  expect(asked).toEqual([]);
  expect(await commands(page)).toBeUndefined();
});

test("with a yes the tag is loaded, once, and is told which pages are looked at", async ({ page }) => {
  const asked = await setTag(page);
  await page.goto("/");
  await notice(page).getByRole("button", { name: "Allow" }).click();
  await expect(notice(page)).toBeHidden();
  await expect.poll(() => isLoaded(page)).toBe(true);
  await page.goto("/contact");
  await expect.poll(() => isLoaded(page)).toBe(true);
  expect(asked).toEqual(Array(2).fill(`${GOOGLE}?id=G-TEST123`));
  const told = (await commands(page)) ?? [];
  expect(told.filter((one) => one.includes("page_view"))).toHaveLength(2);
  expect(told.at(-2)).toContain('"page_title":"/contact"');
  expect(told.at(-1)).toBe('["event","page_view"]');
});

test("the tag is told of nobody: not on whose page one is, and nothing by which one gets in", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  await setTag(page);
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  await page.addInitScript(() => localStorage.setItem("analyticsConsent", "yes"));
  for (const address of [`/messages/${other.id}`, "/newsletter/confirm/a_secret"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    expect(await isLoaded(page)).toBe(false);
  }
  await page.goto("/crushes");
  await expect.poll(() => isLoaded(page)).toBe(true);
  await page.getByRole("tab", { name: /Matches/ }).click();
  await page
    .getByRole("link", { name: /View Profile|Send Message/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(other.id));
  await expect.poll(async () => (await commands(page))?.at(-2)).toMatch(/\/(profile|messages)\/-"/);
  const told = JSON.stringify(await commands(page));
  for (const secret of [other.id, other.username, me.id, me.username, me.email]) expect(told).not.toContain(secret);
});

test("a yes can be taken back, which takes the cookies, too", async ({ page, tab }) => {
  await setTag(page);
  await page.goto("/");
  await notice(page).getByRole("button", { name: "Allow" }).click();
  await expect.poll(() => cookies(page)).toEqual(["_ga", "_ga_TEST"]);
  const another = await tab();
  await another.goto("/contact");
  await expect.poll(() => isLoaded(another)).toBe(true);
  await another.goto("/contact#cookie-choice");
  await notice(another).getByRole("button", { name: "No thanks" }).click();
  await expect(notice(another)).toBeHidden();
  await expect(another).toHaveURL("/contact");
  await expect.poll(() => cookies(page)).toEqual([]);
  // A page that has the tag is loaded anew without it.
  for (const one of [page, another]) await one.waitForFunction(() => !("tagIsThere" in window));
});

test("a browser that says no for its owner is not asked", async ({ page }) => {
  const asked = await setTag(page);
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await expect(notice(page)).toHaveCount(0);
  expect(asked).toEqual([]);
});

for (const [colorScheme, width] of [
  ["light", 320],
  ["dark", 1280],
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 640 }, contextOptions: { reducedMotion: "reduce" } });

    test("the notice hides nothing that has the focus, and axe finds nothing", async ({ page }) => {
      await setTag(page);
      await page.goto("/contact");
      await expect(notice(page)).toBeVisible();
      await expectAccessible(page);
      // It is met first, and what comes later is not left under it.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(notice(page).getByRole("link", { name: "Cookie policy" })).toBeFocused();
      for (const link of await page.getByRole("contentinfo").getByRole("link").all()) {
        await link.focus();
        const covered = await link.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("section")
            ?.ariaLabelledByElements;
        });
        expect(covered ?? []).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  });
}
