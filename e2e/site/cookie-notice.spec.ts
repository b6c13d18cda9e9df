import type { Page } from "@playwright/test";
import { createMatch, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { horizontalOverflow } from "#e2e/support/viewport-checks.ts";

const GOOGLE = "https://www.googletagmanager.com/gtag/js";
// server/platform/http/security-headers.test.ts tests which origins the operator's CSP allows.
test.use({ bypassCSP: true });

/** Replaces Google's script: sets a flag and the cookies that the original sets. */
const STAND_IN = 'document.cookie = "_ga=1; path=/"; document.cookie = "_ga_TEST=1; path=/"; window.tagIsThere = true;';

const notice = (page: Page) => page.getByRole("region", { name: "Cookies for counting visits?" });
const isLoaded = (page: Page) => page.evaluate(() => "tagIsThere" in window);
const cookies = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);
/** The commands that the tag received, such as `["event", "page_view"]`. For `set` only the page data. */
const commands = (page: Page) =>
  page.evaluate(() =>
    (window as { dataLayer?: object[] }).dataLayer
      ?.filter((one) => Object.prototype.toString.call(one) === "[object Arguments]")
      .map((one) => JSON.stringify(Array.from(one as ArrayLike<unknown>))),
  );

/** Serves pages with an analytics tag. @returns the requested URLs of the tag */
async function setTag(page: Page): Promise<string[]> {
  const tagRequests: string[] = [];
  const context = page.context();
  await context.route(`${GOOGLE}**`, (route) => {
    tagRequests.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: STAND_IN });
  });
  // The build would have added the tag to the page before any script runs.
  await context.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      const meta = document.createElement("meta");
      meta.name = "analytics-tag";
      meta.content = "G-TEST123";
      document.head.append(meta);
    });
  });
  return tagRequests;
}

test("a visitor can reject, accept and withdraw, and only acceptance loads the tag", async ({ page, tab, baseURL }) => {
  await test.step("without a tag the notice is not shown, and nothing is loaded from other sites", async () => {
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== baseURL) foreign.push(request.url());
    });
    await page.goto("/contact");
    await page.waitForLoadState("networkidle");
    await expect(notice(page)).toHaveCount(0);
    expect(foreign).toEqual([]);
  });
  const tagRequests = await setTag(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [1280, 320]) {
    await test.step(`the notice is first in the tab order, and covers no focused element at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      await page.goto("/contact");
      await expect(notice(page)).toBeVisible();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(notice(page).getByRole("link", { name: "Cookie policy" })).toBeFocused();
      const covered = await page
        .getByRole("contentinfo")
        .getByRole("link")
        .evaluateAll((links) =>
          links
            .filter((link) => {
              link.focus();
              const { left, right, top, bottom } = link.getBoundingClientRect();
              const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return hit?.closest("section")?.ariaLabelledByElements?.length;
            })
            .map((link) => link.outerHTML),
        );
      expect(covered).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      // The next load would restore the scroll position.
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    });
  }
  await test.step("nothing is loaded before a visitor accepts, and a rejection is stored", async () => {
    await notice(page).getByRole("button", { name: "No thanks" }).click();
    await expect(notice(page)).toBeHidden();
    await page.reload();
    await page.waitForLoadState("networkidle");
    await expect(notice(page)).toBeHidden();
    expect(tagRequests).toEqual([]);
    expect(await commands(page)).toBeUndefined();
  });
  await page.evaluate(() => localStorage.clear());
  await test.step("after acceptance the tag is loaded once, and receives page views", async () => {
    await page.goto("/");
    await notice(page).getByRole("button", { name: "Allow" }).click();
    await expect(notice(page)).toBeHidden();
    await expect.poll(() => isLoaded(page)).toBe(true);
    await page.goto("/contact");
    await expect.poll(() => isLoaded(page)).toBe(true);
    expect(tagRequests).toEqual(Array(2).fill(`${GOOGLE}?id=G-TEST123`));
    const values = (await commands(page)) ?? [];
    expect(values.filter((one) => one.includes("page_view"))).toHaveLength(2);
    expect(values.at(-2)).toContain('"page_title":"/contact"');
    expect(values.at(-1)).toBe('["event","page_view"]');
  });
  await test.step("acceptance can be withdrawn in another tab, which deletes the cookies", async () => {
    await expect.poll(() => cookies(page)).toEqual(["_ga", "_ga_TEST"]);
    const another = await tab();
    await another.goto("/contact");
    await expect.poll(() => isLoaded(another)).toBe(true);
    await another.goto("/contact#cookie-choice");
    await notice(another).getByRole("button", { name: "No thanks" }).click();
    await expect(notice(another)).toBeHidden();
    await expect(another).toHaveURL("/contact");
    await expect.poll(() => cookies(page)).toEqual([]);
    // Pages that loaded the tag reload without it.
    for (const one of [page, another]) await one.waitForFunction(() => !("tagIsThere" in window));
    await another.close();
  });
  await test.step("a browser that signals an opt-out is not asked", async () => {
    await page.evaluate(() => localStorage.clear());
    tagRequests.length = 0;
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    await expect(notice(page)).toHaveCount(0);
    expect(tagRequests).toEqual([]);
  });
});

test("the tag receives neither member ids nor secrets in URLs", async ({ page, request, expectRefusals }) => {
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
  const values = JSON.stringify(await commands(page));
  for (const secret of [other.id, other.username, me.id, me.username, me.email]) expect(values).not.toContain(secret);
});
