import type { Page } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";

test.use({ onboarded: false, viewport: { width: 360, height: 740 } });

const intro = (page: Page) => page.getByRole("region", { name: "Welcome to Spotter" });
const screen = (page: Page, name: string) => intro(page).getByRole("heading", { level: 1, name });
const dot = (page: Page, n: number) => intro(page).getByRole("button", { name: `Screen ${n} of 3` });
const isComplete = (page: Page) => page.evaluate(() => localStorage.getItem("onboardingComplete"));

/** The color of the browser's toolbars. */
const bars = (page: Page) => page.locator('meta[name="theme-color"]');

/** Drags by a number of pixels, as a finger or a mouse does. */
async function drag(page: Page, by: number): Promise<void> {
  await page.mouse.move(180, 300);
  await page.mouse.down();
  await page.mouse.move(180 + by / 2, 302);
  await page.mouse.move(180 + by, 304);
  await page.mouse.up();
}

/** Opens a page as a visitor who has not completed the onboarding. */
async function openAsNewVisitor(page: Page, address: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem("onboardingComplete"));
  await page.goto(address);
}

// @spec 2.onboarding.three-swipeable-screens 9.timing-swipe-50
// @spec 2.onboarding.progress-dots-every
test("the onboarding is visible at once, and its three screens advance by swipes, buttons, dots and keys", async ({
  page,
}) => {
  test.slow();

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

  await test.step("the three screens can be navigated by buttons, dots and keys, and are accessible", async () => {
    await dot(page, 1).click();
    await expect(screen(page, "Spotter")).toBeInViewport();
    await expect(bars(page)).toHaveAttribute("content", "#d81e46");
    await expect(intro(page).getByText("Where Strength Meets Chemistry")).toBeVisible();
    await expectAccessible(page);
    await intro(page).getByRole("button", { name: "Next" }).click();
    await expect(bars(page)).toHaveAttribute("content", "#faf7f2");
    await expect(screen(page, "Built for people who train")).toBeInViewport();
    await expect(page.getByText("Screen 2 of 3, Built for people who train")).toBeAttached();
    await expectAccessible(page);
    await intro(page).getByRole("button", { name: "Next" }).press("Enter");
    await expect(screen(page, "Meet someone who trains")).toBeFocused();
    await expectAccessible(page);
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
});

// @spec 2.onboarding.skip-first-two 4.onboarding-completion-sets
// @spec 2.onboarding.create-account-i
// @spec 2.query-driven.signup-true-login
test("the onboarding is shown on the landing page until it is skipped, or a form is opened", async ({ page }) => {
  test.slow();

  await test.step("Skip completes the onboarding permanently", async () => {
    await page.goto("/");
    await intro(page).getByRole("button", { name: "Next" }).click();
    await intro(page).getByRole("button", { name: "Skip" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    expect(await isComplete(page)).toBe("true");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    await expect(intro(page)).toHaveCount(0);
  });

  for (const [button, modal] of [
    ["CREATE ACCOUNT", "1 of 3"],
    ["I ALREADY HAVE AN ACCOUNT", "Let's Go!"],
  ] as const) {
    await test.step(`${button} opens the form`, async () => {
      await openAsNewVisitor(page, "/");
      await dot(page, 3).click();
      await intro(page).getByRole("button", { name: button }).click();
      await expect(page.getByRole("dialog")).toContainText(modal);
      expect(await isComplete(page)).toBe("true");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    });
  }

  await test.step("the onboarding is shown to visitors who come to the landing page from another page", async () => {
    await openAsNewVisitor(page, "/cookie-policy");
    await page.getByRole("link", { name: "Spotter, home" }).click();
    await expect(screen(page, "Spotter")).toBeInViewport();
  });

  await test.step("signup=true and login=true complete the onboarding", async () => {
    for (const name of ["signup", "login"]) {
      await page.goto("/");
      await page.evaluate(() => localStorage.removeItem("onboardingComplete"));
      await page.goto(`/?${name}=true`);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(page).toHaveURL("/");
      expect(await isComplete(page)).toBe("true");
      await expect(intro(page)).toHaveCount(0);
    }
  });
});

test("the landing page is shown if the onboarding cannot be loaded", async ({ page, expectRefusals }) => {
  expectRefusals();
  await page.route("**/assets/onboarding-overlay-*.js", (route) => route.abort());
  await page.addInitScript(() => sessionStorage.setItem("reloadedAt", String(Date.now())));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
  expect(await isComplete(page)).toBeNull();
});

// @spec 2.onboarding.shown-only-without
test("members, returning visitors and large windows do not see the onboarding", async ({ page, person, request }) => {
  const landing = (one: Page) => expect(one.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
  const member = await person({ viewport: { width: 360, height: 740 } });
  await logInAs(member, await createMember(request));
  await member.goto("/");
  await landing(member);
  await expect(intro(member)).toHaveCount(0);

  const large = await person({ viewport: { width: 768, height: 1024 } });
  await large.goto("/");
  await landing(large);
  await expect(intro(large)).toHaveCount(0);

  await page.goto("/");
  await expect(intro(page)).toBeVisible();
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(intro(page)).toHaveCount(0);
  await landing(page);
  await page.evaluate(() => localStorage.setItem("returningUser", "true"));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await landing(page);
  await expect(intro(page)).toHaveCount(0);
});
