import type { Page } from "@playwright/test";
import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { inEachLayout } from "#e2e/support/layouts.ts";
import { abortRequests, holdRequests } from "#e2e/support/network.ts";
import { horizontalOverflow } from "#e2e/support/viewport-checks.ts";

const field = (page: Page) => page.getByRole("searchbox", { name: "Search articles" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
/** Opens a prerendered page, and waits until it is interactive. Before that, links cause full page loads. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
}
const SCRIPT = "**/assets/search-index-*.js";

// @spec 2.routes.help
test("the help center's text is in the served HTML", async ({ request }) => {
  const html = await (await request.get("/help")).text();
  for (const text of ["How can we help?", "How crushes work", "Getting Started", "Your Gym", "Contact Support"]) {
    expect(html).toContain(text);
  }
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(html.match(/<meta name="description"/g)).toHaveLength(1);
});

// @spec 2.other-screens.help-center
test("six topics list their articles, have URLs, and are not loaded with the landing page", async ({ page }) => {
  test.slow();
  await test.step("the landing page loads nothing of the help center", async () => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await open(page, "/");
    expect(requests.filter((path) => /help|search-index|article/.test(path))).toEqual([]);
  });
  await test.step("six topics with their counts list as many articles, and Back returns", async () => {
    await open(page, "/help");
    const cards = page.getByRole("region", { name: "Topics" }).getByRole("link");
    await expect(cards).toHaveCount(6);
    const names = await cards.allTextContents();
    for (const [place, text] of names.entries()) {
      const count = Number(/(\d+) articles/.exec(text)?.[1]);
      expect(count).toBeGreaterThanOrEqual(5);
      await cards.nth(place).click();
      await expect(page).toHaveURL(/\?category=/);
      // The card is gone, so the topic's heading has the focus.
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
      await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(count);
      await page.goBack();
      await expect(page).toHaveURL("/help");
    }
  });
  await test.step("each topic has a URL, and links to the others", async () => {
    await page.goto("/help?category=safety");
    await expect(heading(page, "Safety")).toBeVisible();
    await expect(page).toHaveTitle("Safety · Help · Spotter");
    const topics = page.getByRole("navigation", { name: "Topics" });
    await expect(topics.getByRole("link", { name: "Safety" })).toHaveAttribute("aria-current", "page");
    await topics.getByRole("link", { name: "Your Gym" }).click();
    await expect(heading(page, "Your Gym")).toBeVisible();
    await page.getByRole("link", { name: "Gym etiquette for two" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gym etiquette for two");
    await page.goBack();
    await expect(heading(page, "Your Gym")).toBeVisible();
    await topics.getByRole("link", { name: "All topics" }).click();
    await expect(page).toHaveURL("/help");
    await expect(heading(page, "Topics")).toBeFocused();
  });
});

// @spec 2.other-screens.help-center
test("the search shows results while typing, has a URL, and survives failures", async ({ page, expectRefusals }) => {
  test.slow();
  await test.step("an incomplete question shows no results yet", async () => {
    await open(page, "/help");
    await field(page).pressSequentially("how do I ");
    await expect(page.getByRole("region", { name: "Topics" })).toBeVisible();
    await expect(page.getByText("No articles found")).toBeHidden();
  });
  await test.step("the search shows results while typing, marks matches, and shows their number", async () => {
    await field(page).pressSequentially("blo");
    await expect(
      page
        .getByRole("region", { name: /found$/ })
        .getByRole("link")
        .first(),
    ).toHaveText("Block someone");
    await expect(page.locator("mark").first()).toHaveText("Block");
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/^\d+ articles? found$/);
    await expect(page).toHaveURL("/help?q=how+do+I+blo");
    await expect(field(page)).toBeFocused();
    await field(page).fill("membrship");
    await page.getByRole("link", { name: "Start or cancel your membership" }).click();
    await expect(page).toHaveURL("/help/unlimited-membership");
    await page.goBack();
    await expect(field(page)).toHaveValue("membrship");
    await expect(page.getByRole("link", { name: "Start or cancel your membership" })).toBeVisible();
    // The whole search is one history entry.
    await page.goBack();
    await expect(page).toHaveURL("/help");
    await expect(field(page)).toHaveValue("");
    await expect(page.getByRole("region", { name: "Topics" })).toBeVisible();
  });
  await test.step("a search has a URL, and can be cleared", async () => {
    await page.goto("/help?q=ticks");
    await expect(field(page)).toHaveValue("ticks");
    await expect(page.getByRole("link", { name: "What the ticks mean" })).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/help");
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole("region", { name: "Topics" })).toBeVisible();
  });
  await test.step("without results, alternatives are shown", async () => {
    await field(page).fill("crocodile");
    await expect(heading(page, "No articles found")).toBeVisible();
    await expect(page.getByRole("main").getByRole("status")).toHaveText("No articles found");
    const nothing = page.getByRole("region", { name: "No articles found" });
    await expect(nothing.getByRole("link", { name: "How crushes work" })).toBeVisible();
    await page.getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
  });
  await test.step("the search index is loaded when the field is first used, and again after a failure", async () => {
    expectRefusals();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const isSearch = (path: string) => path.includes("search-index");
    await open(page, "/help");
    expect(requests.filter(isSearch)).toEqual([]);
    const restore = await abortRequests(page, "GET", SCRIPT);
    // The page has reloaded for missing chunks already, so the failure is reported.
    await page.evaluate(() => sessionStorage.setItem("reloadedAt", String(Date.now())));
    await field(page).fill("photo");
    await expect(page.getByText("The search did not load.")).toBeVisible();
    restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: "Add and arrange your photos" })).toBeVisible();
  });
  await test.step("text that is typed before the page is interactive is searched as soon as it is", async () => {
    const release = await holdRequests(page, "**/assets/help-*.js");
    await page.goto("/help", { waitUntil: "commit" });
    await field(page).fill("ticks");
    await expect(page.getByRole("region", { name: "Topics" })).toBeVisible();
    release();
    await expect(page.getByRole("link", { name: "What the ticks mean" })).toBeVisible();
    await expect(page).toHaveURL("/help?q=ticks");
    await expect(field(page)).toHaveValue("ticks");
  });
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("axe finds no violations in the help center, and nothing is cut off", async ({ page, expectRefusals }) => {
    test.slow();
    // The unknown article returns 404.
    expectRefusals();
    const SCREENS = [
      ["/help", "Topics"],
      ["/help?category=messages", "Messages"],
      ["/help?q=crush", /articles found/],
      ["/help?q=crocodile", "No articles found"],
      [`/help?q=${"crocodile".repeat(99)}`, "No articles found"],
      ["/help/getting-more-crushes", "Packs"],
      ["/help/report-someone", "Stay safe"],
      ["/help/nothing", "No such article."],
    ] as const;
    for (const [path, ready] of SCREENS) {
      await open(page, path);
      await expect(page.getByRole("heading", { name: ready }).first()).toBeVisible();
      await inEachLayout(
        page,
        async () => {
          await expectAccessible(page);
          expect(await horizontalOverflow(page), `${path} is wider than the window`).toBeLessThanOrEqual(0);
        },
        { width: 360 },
      );
    }
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("members have the tab bar without a header", async ({ page, request }) => {
    await logInAs(page, await createAccount(request));
    await page.goto("/help");
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(1);
    await expect(page.getByRole("banner")).toBeHidden();
  });

  test("opening a page causes no layout shift, and the selected topic is scrolled into view", async ({ page }) => {
    test.slow();
    // A warm cache would hide shifts, such as those of fonts.
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const path of ["/help", "/help?q=photo", "/help/report-someone", "/help?category=account"]) {
      await test.step(`opening ${path} causes no layout shift`, async () => {
        await open(page, path);
        await expect(page.getByRole("main").getByRole("heading", { level: 2 }).last()).toBeVisible();
        const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
        expect(sum).toBeLessThan(0.02);
      });
    }
    await test.step("the selected topic is scrolled into view", async () => {
      await page.setViewportSize({ width: 360, height: 700 });
      const chosen = page.getByRole("navigation", { name: "Topics" }).getByRole("link", { name: "Account" });
      await expect(chosen).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollX)).toBe(0);
    });
  });
});
