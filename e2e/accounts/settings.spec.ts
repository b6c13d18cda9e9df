import type { Page } from "@playwright/test";
import { createMatch, createMember, logInAs, PASSWORD, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openSettings } from "#e2e/support/settings-page.ts";
import { panelToggle } from "#e2e/support/wallet-page.ts";

const theme = (page: Page) => page.locator("html").getAttribute("data-theme");
const choice = (page: Page, name: string) => page.getByRole("radio", { name });

// @spec 2.routes.settings 2.other-screens.settings-tabs-notifications
test("each tab of the settings has a URL, Billing leads to the wallet, and a selected theme is kept in every tab", async ({
  page,
  tab,
  request,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await logInAs(page, await createMember(request));
  const tabs = page.getByRole("navigation", { name: "Settings" });
  const shown = tabs.locator("[aria-current=page]");

  await test.step("an unknown tab shows the not-found page", async () => {
    await page.goto("/settings/nothing");
    await expect(page.getByRole("heading", { name: "Nothing on this rack." })).toBeVisible();
  });

  await test.step("each tab has a URL and a title, and Back returns to the previous tab", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
    await expect(page).toHaveURL("/settings");
    await expect(shown).toHaveText("Notifications");
    // The six of the specification, workout dates, reminders, “Back safe?”, alerts about new members, and quiet hours.
    await expect(page.getByRole("main").locator("form").getByRole("switch")).toHaveCount(11);
    for (const name of ["Privacy", "Account", "Billing", "Notifications"]) {
      await tabs.getByRole("link", { name }).focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/settings/${name.toLowerCase()}`);
      await expect(page).toHaveTitle(`${name} · Settings · Spotter`);
      await expect(shown).toHaveText(name);
      await expect(page.getByRole("banner").locator("[aria-current=page]")).toHaveText("Settings");
    }
    await page.goBack();
    await expect(shown).toHaveText("Billing");
  });

  await test.step("Billing in the settings leads to the wallet", async () => {
    const billing = page.getByRole("region", { name: "Billing" });
    await expect(billing).toContainText("5 crushes left");
    await billing.getByRole("link", { name: "Crushes and Membership" }).click();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(panelToggle(page)).toHaveAttribute("aria-expanded", "true");
    await openSettings(page, "Billing");
    await billing.getByRole("link", { name: "History" }).click();
    await expect(page.getByRole("tab", { name: "History" })).toHaveAttribute("aria-selected", "true");
  });

  await test.step("units follow the language, until some are selected", async () => {
    const preferences = page.getByRole("button", { name: /^Match Preferences/ });
    for (const [name, height, distance] of [
      ["Metric", "178 cm", "Within 80 km"],
      ["Automatic", "5 ft 10 in", "Within 50 miles"],
    ] as const) {
      await openSettings(page, "Account");
      await choice(page, name).check();
      await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
      await expect(preferences).toContainText(distance);
      await expect(page.getByLabel("Height").getByRole("option", { name: height })).toHaveCount(1);
    }
  });

  await test.step("a selected theme is the same in every tab and after a reload, and 'system' follows the system", async () => {
    await openSettings(page, "Account");
    await expect(choice(page, "System")).toBeChecked();
    expect(await theme(page)).toBe("light");
    const other = await tab();
    await other.goto("/browse");
    await choice(page, "Dark").check();
    for (const one of [page, other]) await expect.poll(() => theme(one)).toBe("dark");
    await page.reload();
    await expect(shown).toHaveText("Account");
    await expect(choice(page, "Dark")).toBeChecked();
    expect(await theme(page)).toBe("dark");

    await page.emulateMedia({ colorScheme: "dark" });
    await choice(page, "Light").check();
    await expect.poll(() => theme(page)).toBe("light");
    await choice(page, "System").check();
    await expect.poll(() => theme(page)).toBe("dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => theme(page)).toBe("light");
  });
});

// @spec 2.query-driven.logout-clears-token
test("a logout in one tab logs out the others and deletes all local data, so that the next member sees none of it", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  // Requests are rejected while the session ends.
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Between us");
  const next = await createMember(request);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("log")).toContainText("Between us");
  await page.getByRole("textbox", { name: /^Message/ }).fill("Half a thought");
  const second = await tab();

  await test.step("a logout ends the session in every tab, and leaves no local data", async () => {
    await second.goto("/settings/account");
    await second.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await expect(second).toHaveURL("/");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Start Crushing" }).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/");
    const left = await page.evaluate(() => ({ ...localStorage }));
    expect(left).toEqual({ onboardingComplete: "true", returningUser: "true" });
    const answer = await request.get("/api/profile", { headers: { authorization: `Bearer ${me.token}` } });
    expect(answer.status()).toBe(401);
  });

  await test.step("the next member to log in on this browser sees no data of the previous one", async () => {
    await page.getByRole("button", { name: "Login" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(next.email);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(page).toHaveURL("/browse");
    await page.getByRole("link", { name: "Messages" }).click();
    await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
    await expect(page.getByText(other.username)).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Half a thought");
  });
});

test.describe("on the smallest phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test("all tabs fit and are large enough", async ({ page, request }) => {
    await logInAs(page, await createMember(request));
    await page.goto("/settings");
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    // The frame of the page is replaced when its scripts have loaded.
    await expect(page.getByRole("switch").first()).toBeVisible();
    await expect(links).toHaveCount(4);
    for (const link of await links.all()) {
      const box = await link.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }
    const back = page.getByRole("link", { name: "Back to profile" });
    for (const name of ["Privacy", "Account", "Billing", "Notifications"]) {
      await links.filter({ hasText: name }).tap();
      await expect(page).toHaveURL(`/settings/${name.toLowerCase()}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
    await back.tap();
    await expect(page).toHaveURL("/profile");
  });
});
