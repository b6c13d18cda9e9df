import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
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

// @spec 2.other-screens.help-center
test("a visitor finds articles by topic and by search, also after failures, on a phone and by URL", async ({
  page,
  expectRefusals,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const topics = page.getByRole("navigation", { name: "Topics" });

  await test.step("the search index is loaded when the field is first used, and again after a failure", async () => {
    expectRefusals();
    await open(page, "/help");
    expect(requests.filter((path) => path.includes("search-index"))).toEqual([]);
    const restore = await abortRequests(page, "GET", SCRIPT);
    // The page has reloaded for missing chunks already, so the failure is reported.
    await page.evaluate(() => sessionStorage.setItem("reloadedAt", String(Date.now())));
    await field(page).fill("photo");
    await expect(page.getByText("The search did not load.")).toBeVisible();
    restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("link", { name: "Add and arrange your photos" })).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/help");
    await expect(field(page)).toBeFocused();
  });

  await test.step("six topics have their counts, one lists as many articles, and Back returns", async () => {
    const cards = page.getByRole("region", { name: "Topics" }).getByRole("link");
    await expect(cards).toHaveCount(6);
    const counts = (await cards.allTextContents()).map((text) => Number(/(\d+) articles/.exec(text)?.[1]));
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(5);
    await cards.first().click();
    await expect(page).toHaveURL(/\?category=/);
    // The card is gone, so the topic's heading has the focus.
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
    await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(counts[0] ?? 0);
    await page.goBack();
    await expect(page).toHaveURL("/help");
  });

  await test.step("an incomplete question shows no results yet", async () => {
    await field(page).pressSequentially("how do I ");
    await expect(page.getByRole("region", { name: "Topics" })).toBeVisible();
    await expect(page.getByText("No articles found")).toBeHidden();
  });

  await test.step("the search shows results while typing, marks matches, and is one history entry", async () => {
    await field(page).pressSequentially("blo");
    const results = page.getByRole("region", { name: /found$/ }).getByRole("link");
    await expect(results.first()).toHaveText("Block someone");
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
    await page.goBack();
    await expect(page).toHaveURL("/help");
    await expect(field(page)).toHaveValue("");
    await expect(page.getByRole("region", { name: "Topics" })).toBeVisible();
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

  await page.setViewportSize({ width: 360, height: 700 });
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
  for (const path of ["/help?category=account", "/help?q=photo"]) {
    await test.step(`opening ${path} on a phone causes no layout shift`, async () => {
      await open(page, path);
      await expect(page.getByRole("main").getByRole("heading", { level: 2 }).last()).toBeVisible();
      const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
      expect(sum).toBeLessThan(0.02);
      if (!path.includes("category")) return;

      // The topic is scrolled into view, and links to the others.
      const chosen = topics.getByRole("link", { name: "Account" });
      await expect(chosen).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollX)).toBe(0);
      await expect(heading(page, "Account")).toBeVisible();
      await expect(page).toHaveTitle("Account · Help · Spotter");
      await expect(chosen).toHaveAttribute("aria-current", "page");
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
  }

  await test.step("a search's URL shows its results, and can be cleared", async () => {
    await expect(field(page)).toHaveValue("photo");
    await expect(page.getByRole("link", { name: "Add and arrange your photos" })).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(page).toHaveURL("/help");
    await expect(page.getByRole("region", { name: "Topics" })).toBeVisible();
  });

  await test.step("without results, alternatives are shown, and long words are not cut off", async () => {
    await field(page).fill("crocodile".repeat(99));
    await expect(heading(page, "No articles found")).toBeVisible();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await expect(page.getByRole("main").getByRole("status")).toHaveText("No articles found");
    const nothing = page.getByRole("region", { name: "No articles found" });
    await expect(nothing.getByRole("link", { name: "How crushes work" })).toBeVisible();
    await page.getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
  });
});
