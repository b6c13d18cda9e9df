import type { Page } from "@playwright/test";
import { NOTIFICATION_CAUSES } from "#contract/notifications/notification-causes.ts";
import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { pauseClock } from "#e2e/support/clock.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import {
  abortRequests,
  holdEvents,
  holdRequests,
  recordRequests,
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
const LATER_LABELS = ["Workout dates", "Workout reminders", "Back safe?", "Someone new fits"];

const switchNamed = (page: Page, name: string) => page.getByRole("switch", { name });
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" });
const savedMessage = (page: Page) => page.getByText("Settings saved successfully!");
/** Without the switches of quiet hours and of the device. */
const accountSwitches = (page: Page, which: { checked?: boolean } = {}) =>
  page.locator("form").getByRole("switch", { ...which, name: new RegExp(LABELS.join("|")) });
const listEnabled = (page: Page) =>
  accountSwitches(page, { checked: true }).evaluateAll((all) =>
    all.map((one) => document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent),
  );

// @spec 2.routes.settings-notifications 2.other-screens.settings-tabs-notifications 4.notification-settings-settings
// @spec 2.other-screens.six-switches 3.notification-preferences-defaults 8.notification-settings-failed 9.timing-3-s
test("the notification switches are saved at once, in every tab and by keyboard, again after a failure, and unsaved ones are kept", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  test.slow();
  await page.clock.install();
  await logInAs(page, await createAccount(request));
  await page.goto("/settings/notifications");
  await expect(page).toHaveTitle("Notifications · Settings · Spotter");
  await expect(switchNamed(page, "New match")).toBeChecked();
  const names = page
    .locator("form :is(h3, [role=switch])")
    .evaluateAll((all) =>
      all.map(
        (one) => document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent ?? one.textContent,
      ),
    );
  expect(await names).toEqual([...LABELS, "Workouts and people", ...LATER_LABELS, "Quiet hours"]);
  expect(await listEnabled(page)).toEqual(LABELS.slice(0, 5));
  // Beside those: workout dates, reminders and “Back safe?”.
  await expect(page.locator("form").getByRole("switch", { checked: true })).toHaveCount(8);
  await expect(switchNamed(page, NOTIFICATION_CAUSES.someone_new.label)).not.toBeChecked();
  const other = await tab();
  const letEventsCome = await holdEvents(other);

  await other.goto("/settings");
  await expect(switchNamed(other, "New match")).toBeChecked();

  await test.step("switches are saved with one request, with a message for three seconds, and change in the other tab", async () => {
    await switchNamed(page, "New match").click();
    await page.getByText("News and offers").click();
    await switchNamed(page, "Quiet hours").click();
    await page.getByLabel("Until").selectOption("10 PM");
    await save(page).click();
    await expect(page.getByText("Please choose two different hours.")).toBeVisible();
    await page.getByLabel("Until").selectOption("6 AM");
    const requests = recordRequests(page);
    await pauseClock(page);
    await save(page).click();
    await expect(savedMessage(page)).toBeVisible();
    expect(requests.filter((one) => one.startsWith("PUT"))).toEqual(["PUT /api/profile/notifications"]);
    await page.clock.runFor(2900);
    await expect(savedMessage(page)).toBeVisible();
    await page.clock.runFor(100);
    await expect(savedMessage(page)).toHaveCount(0);
    await page.clock.resume();
    // The tab was not connected when the event was emitted.
    letEventsCome();
    await expect(switchNamed(other, "New match")).not.toBeChecked();
  });

  await test.step("a failed save is reported, keeps the input, and can be repeated", async () => {
    expectRefusals();
    await switchNamed(page, "New message").click();
    const alert = page.getByRole("main").getByRole("alert");
    const accept = await refuseRequests(page, "PUT", ADDRESS, 500, { message: undefined });
    await save(page).click();
    await expect(alert).toHaveText("Failed to save settings. Please try again.");
    accept();
    const restore = await abortRequests(page, "PUT", ADDRESS);
    await save(page).click();
    await expect(alert).toHaveText("Error saving settings. Please try again.");
    restore();
    await expect(switchNamed(page, "New message")).not.toBeChecked();
    const release = await holdRequests(page, ADDRESS);
    await save(page).click();
    await expect(page.getByRole("button", { name: "Saving..." })).toBeFocused();
    release();
    await expect(savedMessage(page)).toBeVisible();
    await expect(alert).toBeEmpty();
  });

  await test.step("the switches can be used by keyboard, and stay enabled without email because they apply to the app and push, too", async () => {
    await switchNamed(page, "Email notifications").focus();
    await page.keyboard.press("Tab");
    await expect(switchNamed(page, "Crush received")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(switchNamed(page, "Email notifications")).not.toBeChecked();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(switchNamed(page, "Crush received")).not.toBeChecked();
    for (const label of LABELS) await expect(switchNamed(page, label)).toBeEnabled();
    for (let i = 0; i < 9; i++) await page.keyboard.press("Tab");
    await expect(switchNamed(page, "Quiet hours")).toBeFocused();
    // The two hours are between it and the button.
    for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
    await expect(save(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(savedMessage(page)).toBeVisible();
  });

  await test.step("all saved switches are the same after a reload", async () => {
    const connected = waitForSocket(page);
    await page.reload();
    await expect(switchNamed(page, "News and offers")).toBeChecked();
    expect(await listEnabled(page)).toEqual(["Low crush balance", "News and offers"]);
    await expect(page.getByRole("group", { name: "Each day, in " })).toBeVisible();
    await expect(page.getByLabel("From")).toHaveValue("22");
    await expect(page.getByLabel("Until")).toHaveValue("6");
    await connected;
  });

  await test.step("leaving with unsaved switches asks for confirmation, and another tab does not overwrite them", async () => {
    await switchNamed(page, "Crush received").click();
    const tabs = page.getByRole("navigation", { name: "Settings" });
    await tabs.getByRole("link", { name: "Account" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(switchNamed(page, "Crush received")).toBeChecked();

    await switchNamed(other, "New match").click();
    const reloaded = page.waitForResponse("**/api/profile");
    await save(other).click();
    await reloaded;
    await expect(switchNamed(page, "Crush received")).toBeChecked();
    await expect(switchNamed(page, "New match")).not.toBeChecked();

    await tabs.getByRole("link", { name: "Account" }).click();
    // The question must appear even if the next screen renders slowly.
    await slowDownCpu(page, 12);
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/settings/account");
    await page.goBack();
    await expect(switchNamed(page, "Crush received")).not.toBeChecked();
    await expect(switchNamed(page, "New match")).toBeChecked();
  });
});
