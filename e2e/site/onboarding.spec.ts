import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";

test.use({ onboarded: false, viewport: { width: 360, height: 740 } });

const intro = (page: Page) => page.getByRole("region", { name: "Welcome to Spotter" });
const screen = (page: Page, name: string) => intro(page).getByRole("heading", { level: 1, name });
const dot = (page: Page, n: number) => intro(page).getByRole("button", { name: `Screen ${n} of 3` });
const landing = (page: Page) => expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
const isComplete = (page: Page) => page.evaluate(() => localStorage.getItem("onboardingComplete"));

const bars = (page: Page) => page.locator('meta[name="theme-color"]');

/** Drags by a number of pixels, as a finger or a mouse does. */
async function drag(page: Page, by: number): Promise<void> {
  await page.mouse.move(180, 300);
  await page.mouse.down();
  await page.mouse.move(180 + by / 2, 302);
  await page.mouse.move(180 + by, 304);
  await page.mouse.up();
}

/** As a visitor who has not completed the onboarding. */
async function openAsNewVisitor(page: Page, address: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem("onboardingComplete"));
  await page.goto(address);
}

async function openForm(page: Page, button: string, modal: string): Promise<void> {
  await dot(page, 3).click();
  await intro(page).getByRole("button", { name: button }).click();
  await expect(page.getByRole("dialog")).toContainText(modal);
  expect(await isComplete(page)).toBe("true");
  await page.keyboard.press("Escape");
  await landing(page);
}

// @spec 2.onboarding.three-swipeable-screens 9.timing-swipe-50
// @spec 2.onboarding.progress-dots-every
// @spec 2.onboarding.skip-first-two 4.onboarding-completion-sets
// @spec 2.onboarding.create-account-i
// @spec 2.query-driven.signup-true-login
test("a new visitor walks through the onboarding, which is not shown again once it is skipped or a form is opened", async ({
  page,
  expectRefusals,
}) => {
  await test.step("the onboarding is visible before any script has loaded, and hides the page", async () => {
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("#landing").getByText("Where Strength Meets Chemistry").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Find Your Crush" })).toBeHidden();
    await expect(page.getByRole("banner")).toBeHidden();
    release();
    await expect(intro(page).getByRole("button", { name: "Next" })).toBeVisible();
  });

  await test.step("the three screens advance by swipes of 50 px, and not by shorter ones", async () => {
    await expect(screen(page, "Spotter")).toBeInViewport();
    await expect(dot(page, 1)).toHaveAttribute("aria-current", "step");
    await drag(page, -49);
    await expect(dot(page, 1)).toHaveAttribute("aria-current", "step");
    await drag(page, -50);
    await expect(screen(page, "Built for people who train")).toBeInViewport();
    await expect(intro(page).getByRole("listitem")).toHaveCount(4);
    await drag(page, 60);
    await expect(dot(page, 1)).toHaveAttribute("aria-current", "step");
    await drag(page, 150);
    await expect(dot(page, 1)).toHaveAttribute("aria-current", "step");
    await drag(page, -120);
    await expect(dot(page, 2)).toHaveAttribute("aria-current", "step");
    await drag(page, -120);
    await expect(screen(page, "Meet someone who trains")).toBeInViewport();
    await drag(page, -120);
    await expect(dot(page, 3)).toHaveAttribute("aria-current", "step");
    await expect(intro(page).getByRole("button", { name: "Skip" })).toHaveCount(0);
  });

  await test.step("the three screens can be navigated by buttons, dots and keys", async () => {
    await dot(page, 1).click();
    await expect(screen(page, "Spotter")).toBeInViewport();
    await expect(bars(page)).toHaveAttribute("content", "#d81e46");
    await expect(intro(page).getByText("Where Strength Meets Chemistry")).toBeVisible();
    await intro(page).getByRole("button", { name: "Next" }).click();
    await expect(bars(page)).toHaveAttribute("content", "#faf7f2");
    await expect(screen(page, "Built for people who train")).toBeInViewport();
    await expect(page.getByText("Screen 2 of 3, Built for people who train")).toBeAttached();
    await intro(page).getByRole("button", { name: "Next" }).press("Enter");
    await expect(screen(page, "Meet someone who trains")).toBeFocused();
    await dot(page, 1).click();
    await expect(screen(page, "Spotter")).toBeInViewport();
    await page.keyboard.press("ArrowRight");
    await expect(dot(page, 2)).toHaveAttribute("aria-current", "step");
    await page.keyboard.press("ArrowLeft");
    await expect(dot(page, 1)).toHaveAttribute("aria-current", "step");
    expect(await isComplete(page)).toBeNull();
    await page.keyboard.press("Escape");
    await expect(intro(page)).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
    expect(await isComplete(page)).toBe("true");
  });

  await test.step("the onboarding is shown to visitors who come from another page, and CREATE ACCOUNT opens the form", async () => {
    await openAsNewVisitor(page, "/cookie-policy");
    await page.getByRole("link", { name: "Spotter, home" }).click();
    await expect(screen(page, "Spotter")).toBeInViewport();
    await openForm(page, "CREATE ACCOUNT", "1 of 3");
  });

  await test.step("I ALREADY HAVE AN ACCOUNT opens the form", async () => {
    await openAsNewVisitor(page, "/");
    await openForm(page, "I ALREADY HAVE AN ACCOUNT", "Let's Go!");
  });

  await test.step("the onboarding is closed in a large window", async () => {
    await openAsNewVisitor(page, "/");
    await expect(intro(page)).toBeVisible();
    await page.setViewportSize({ width: 768, height: 740 });
    await expect(intro(page)).toHaveCount(0);
    await landing(page);
    await page.setViewportSize({ width: 360, height: 740 });
  });

  await test.step("Skip completes the onboarding permanently", async () => {
    await openAsNewVisitor(page, "/");
    await intro(page).getByRole("button", { name: "Next" }).click();
    await intro(page).getByRole("button", { name: "Skip" }).click();
    await landing(page);
    expect(await isComplete(page)).toBe("true");
    await page.reload();
    await landing(page);
    await expect(intro(page)).toHaveCount(0);
  });

  await test.step("signup=true completes the onboarding", async () => {
    await openAsNewVisitor(page, "/?signup=true");
    await expect(page.getByRole("dialog")).toContainText("1 of 3");
    await expect(page).toHaveURL("/");
    expect(await isComplete(page)).toBe("true");
    await expect(intro(page)).toHaveCount(0);
  });

  await test.step("the landing page is shown if the onboarding cannot be loaded", async () => {
    expectRefusals();
    await page.route("**/assets/onboarding-overlay-*.js", (route) => route.abort());
    await page.addInitScript(() => sessionStorage.setItem("reloadedAt", String(Date.now())));
    await openAsNewVisitor(page, "/");
    await landing(page);
    expect(await isComplete(page)).toBeNull();
  });
});
