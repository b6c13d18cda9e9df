import { createReport, joinStaff } from "#e2e/support/console.ts";
import { expect, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import {
  createPushDelivery,
  listNotifications,
  mockNotifications,
  mockPush,
  workerOf,
} from "#e2e/support/push-browser.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";

const PHONE = { width: 360, height: 740 };
const ADDRESS = "grace.alerts@example.com";

test.use({ serviceWorkers: "allow" });

test("a person of the staff confirms an address and turns on pushes on a phone, and is alerted until they log out", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  // Of a wrong code.
  expectRefusals();
  await page.setViewportSize(PHONE);
  await mockPush(page);
  const devices: string[] = [];
  await page.route("**/api/moderation/alerts/devices**", (route) => {
    const what = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    devices.push(what);
    return route.fulfill({ json: { success: true, ...(what === "check" && { isOn: true }) } });
  });
  await joinStaff(page, "Grace");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Alerts" }).click();
  await expect(page.getByText("Nothing alerts you yet.")).toBeVisible();

  await test.step("an address is confirmed by the code of a mail", async () => {
    await page.getByLabel("Your address").fill(ADDRESS);
    await page.keyboard.press("Enter");
    await expect(page.getByText(ADDRESS)).toBeVisible();
    await expect(page.getByLabel("The code of that mail")).toBeFocused();
    const code = /^\d{6}$/m.exec((await findEmail(ADDRESS, "Your code for alerts")).text)?.[0] ?? "";
    const field = page.getByLabel("The code of that mail");
    await field.fill(code === "000000" ? "000001" : "000000");
    await field.press("Enter");
    await expect(page.getByText("That is not the code of the latest mail.")).toBeVisible();
    await field.fill(code);
    await field.press("Enter");
    await expect(toast(page, "Alerts come to this address.")).toBeVisible();
    const heading = page.getByRole("heading", { name: "Email" });
    await expect(heading).toBeFocused();
    await page.getByRole("button", { name: "Change" }).press("Enter");
    await expect(page.getByLabel("Your address")).toBeFocused();
    await page.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(heading).toBeFocused();
  });

  await test.step("kinds are chosen by keyboard, and stay", async () => {
    const box = page.getByRole("checkbox", { name: "Appeals by email" });
    let saved = 0;
    // Each is sent after the one before, and a reload drops those that wait.
    const last = page.waitForResponse((reply) => reply.url().endsWith("/alerts/kinds") && ++saved === 3);
    // Two at once, faster than the first can be shown.
    await box.evaluate((input: HTMLInputElement) => {
      input.click();
      input.click();
    });
    await box.press("Space");
    await expect(box).toBeChecked();
    await last;
    await page.reload();
    await expect(box).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Somebody in danger by push" })).toBeChecked();
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await findSmallControls(page)).toEqual([]);
  });

  const toggle = page.getByRole("switch", { name: "Pushes on this device" });

  await test.step("pushes go to the console's own worker, which shows them without content", async () => {
    await expect(toggle).not.toBeChecked();
    await toggle.click();
    await expect(toggle).toBeChecked();
    expect(devices.filter((one) => one === "devices")).toHaveLength(1);
    const worker = await workerOf(page);
    expect(new URL(worker.url()).pathname).toBe("/moderation/sw.js");
    await mockNotifications(worker);
    const deliver = await createPushDelivery(page);
    const dueAt = new Date(Date.now() + 3_600_000).toISOString();
    await deliver({ alert: { urgency: "danger", dueAt }, path: "/moderation", tag: "one" });
    await expect
      .poll(() => listNotifications(worker))
      .toEqual([expect.stringMatching(/^Danger: a case needs you: Due \w+, /)]);
  });

  await test.step("a report of danger is mailed, and its link opens the case", async () => {
    const { reported } = await createReport(request, "Someone is in danger");
    const mail = await findEmail(ADDRESS, "Danger: a case needs somebody now");
    const [link = ""] = /http\S+/.exec(mail.text) ?? [];
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(reported.username);
  });

  await test.step("a logout ends the subscription of the browser", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("button", { name: "Log in with a passkey" })).toBeVisible();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("stub of push") ?? "{}").subscribed)).toBe(false);
  });
});
