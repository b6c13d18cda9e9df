import type { Page } from "@playwright/test";
import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import {
  abortRequests,
  holdEvents,
  holdRequests,
  recordEvents,
  refuseRequests,
  slowDownCpu,
  waitForSocket,
} from "#e2e/support/network.ts";

const ADDRESS = "**/api/profile/notifications";
const LABELS = [
  "Email notifications",
  "Crush received",
  "New message",
  "New match",
  "Low crush balance",
  "News and offers",
];

const flip = (page: Page, name: string) => page.getByRole("switch", { name });
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" });
const said = (page: Page) => page.getByText("Settings saved successfully!");
/** The six: that of the device stands beside them. */
const six = (page: Page, which: { checked?: boolean } = {}) => page.locator("form").getByRole("switch", which);
/** The labels of those that are on. */
const areOn = (page: Page) =>
  six(page, { checked: true }).evaluateAll((all) =>
    all.map((one) => document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent),
  );

// @spec 2.routes.settings-notifications 2.other-screens.settings-tabs-notifications 4.notification-settings-settings
// @spec 9.timing-3-s
test("six switches are saved at once, said for three seconds, and there after a reload and in every tab", async ({
  page,
  tab,
  request,
}) => {
  await page.clock.install();
  await logInAs(page, await createAccount(request));
  await page.goto("/settings/notifications");
  await expect(page).toHaveTitle("Notifications · Settings · Spotter");
  await expect(six(page)).toHaveCount(6);
  await expect(flip(page, "New match")).toBeChecked();
  expect(await areOn(page)).toEqual(LABELS.slice(0, 5));
  const other = await tab();
  const letEventsCome = await holdEvents(other);
  await other.goto("/settings");
  await expect(flip(other, "New match")).toBeChecked();

  await flip(page, "New match").click();
  await page.getByText("News and offers").click();
  const asked = recordEvents(page);
  await save(page).click();
  await expect(said(page)).toBeVisible();
  expect(asked.filter((one) => one.startsWith("PUT"))).toEqual(["PUT /api/profile/notifications"]);
  const soon = (await page.evaluate(() => Date.now())) + 1500;
  await page.clock.pauseAt(soon);
  await expect(said(page)).toBeVisible();
  await page.clock.runFor(3000);
  await expect(said(page)).toHaveCount(0);
  await page.clock.resume();
  // It was not connected yet when that was told.
  letEventsCome();
  await expect(flip(other, "New match")).not.toBeChecked();

  await page.reload();
  await expect(flip(page, "News and offers")).toBeChecked();
  expect(await areOn(page)).toEqual(LABELS.filter((label) => label !== "New match"));
});

// @spec 3.notification-preferences-defaults
test("the switches go by keyboard, and stay usable without email: they are for the app and for push, too", async ({
  page,
  request,
}) => {
  await logInAs(page, await createAccount(request));
  await page.goto("/settings/notifications");
  await expect(flip(page, "New match")).toBeChecked();
  await flip(page, "Email notifications").focus();
  await page.keyboard.press("Tab");
  await expect(flip(page, "Crush received")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(flip(page, "Email notifications")).not.toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(flip(page, "Crush received")).not.toBeChecked();
  for (const label of LABELS) await expect(flip(page, label)).toBeEnabled();
  await expectAccessible(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press("Tab");
  await expect(save(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(said(page)).toBeVisible();
  await page.reload();
  await expect(flip(page, "New match")).toBeChecked();
  expect(await areOn(page)).toEqual(["New message", "New match", "Low crush balance"]);
});

// @spec 8.notification-settings-failed
test("what could not be saved says so, stays as it was set, and can be saved again", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  await logInAs(page, await createAccount(request));
  await page.goto("/settings/notifications");
  await flip(page, "Crush received").click();
  const alert = page.getByRole("main").getByRole("alert");
  const accept = await refuseRequests(page, "PUT", ADDRESS, 500, { message: undefined });
  await save(page).click();
  await expect(alert).toHaveText("Failed to save settings. Please try again.");
  accept();
  const mend = await abortRequests(page, "PUT", ADDRESS);
  await save(page).click();
  await expect(alert).toHaveText("Error saving settings. Please try again.");
  mend();
  await expect(flip(page, "Crush received")).not.toBeChecked();
  const release = await holdRequests(page, ADDRESS);
  await save(page).click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeFocused();
  release();
  await expect(said(page)).toBeVisible();
  await expect(alert).toBeEmpty();
});

test("what is not saved is asked about before it is left, and not overruled by another tab", async ({
  page,
  tab,
  request,
}) => {
  await logInAs(page, await createAccount(request));
  const connected = waitForSocket(page);
  await page.goto("/settings/notifications");
  await connected;
  await flip(page, "Crush received").click();
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await tabs.getByRole("link", { name: "Account" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(flip(page, "Crush received")).not.toBeChecked();

  const other = await tab();
  await other.goto("/settings/notifications");
  await flip(other, "New match").click();
  const heard = page.waitForResponse("**/api/profile");
  await save(other).click();
  await heard;
  await expect(flip(page, "Crush received")).not.toBeChecked();
  await expect(flip(page, "New match")).toBeChecked();

  await tabs.getByRole("link", { name: "Account" }).click();
  // However long the next screen takes to be drawn.
  await slowDownCpu(page, 12);
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/settings/account");
  await page.goBack();
  await expect(flip(page, "Crush received")).toBeChecked();
  await expect(flip(page, "New match")).not.toBeChecked();
});

test("switches that could not be loaded can be tried again", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await logInAs(page, await createAccount(request));
  const accept = await refuseRequests(page, "GET", "**/api/profile", 403);
  // A connection asks again by itself.
  await holdEvents(page);
  await page.goto("/settings/notifications");
  await expect(page.getByText("Your settings did not load.")).toBeVisible();
  accept();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(flip(page, "New match")).toBeChecked();
});
