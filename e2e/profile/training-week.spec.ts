import type { Page } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const panel = (page: Page) => page.getByRole("button", { name: /^My Week/ });
const part = (page: Page, name: string) => page.getByRole("grid").getByRole("button", { name, exact: true });
const marked = (page: Page) => page.getByRole("grid").getByRole("button", { pressed: true });
const save = (page: Page) => page.getByRole("button", { name: "Save my week" });

async function drag(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("grid").evaluate((grid) => grid.scrollIntoView({ block: "center" }));
  const [start, end] = [await part(page, from).boundingBox(), await part(page, to).boundingBox()];
  if (!start || !end) throw new Error("a part of the week is not shown");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}

test("a member marks their week by keyboard and by drag, agrees, and takes it back", async ({
  page,
  request,
  expectOutage,
}) => {
  test.slow();
  await logInAs(page, await createMember(request));
  await page.goto("/profile#my-week");

  await test.step("a link opens it, and the keyboard marks parts", async () => {
    await expect(panel(page)).toHaveAttribute("aria-expanded", "true");
    await expect(part(page, "Monday, early")).toBeVisible();
    await expect(page.getByText("No times yet")).toBeVisible();
    await part(page, "Monday, early").focus();
    await page.keyboard.press("Space");
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowDown");
    await expect(part(page, "Thursday, early")).toBeFocused();
    await expect(page.getByText("Mon–Thu early", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Mon–Wed early", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+End");
    await expect(part(page, "Sunday, evening")).toBeFocused();
  });

  await test.step("a drag marks a rectangle, and clears one that begins on a marked part", async () => {
    await drag(page, "Saturday, morning", "Sunday, midday");
    await expect(page.getByText("Mon–Thu early · Sat and Sun morning and midday")).toBeVisible();
    await drag(page, "Sunday, midday", "Sunday, morning");
    await expect(page.getByText("Mon–Thu early · Sat morning and midday")).toBeVisible();
    await expect(page.getByText("Others see: weekday mornings, weekend mornings, weekend daytime")).toBeVisible();
    await expect(marked(page)).toHaveCount(6);
  });

  await test.step("presets add, and too wide a week counts as none", async () => {
    for (const name of ["After work", "Weekends"]) await page.getByRole("button", { name, exact: true }).click();
    await drag(page, "Sunday, after work", "Sunday, evening");
    await expect(page.getByText("count as none")).toBeVisible();
    await page.getByRole("button", { name: "After work", exact: true }).click();
    await expect(page.getByText("count as none")).toBeHidden();
    await drag(page, "Sunday, after work", "Sunday, evening");
  });

  await test.step("a sport has a level with help in numbers", async () => {
    await page.getByLabel("A sport").selectOption("Run");
    const level = page.getByLabel("Run", { exact: true });
    await expect(level).toHaveValue("3");
    await level.selectOption("Easy");
    await expect(level).toHaveAccessibleDescription("6:15 to 7:00 a km (10:00 to 11:15 a mile)");
    await expect(page.getByText("Run: easy")).toBeVisible();
  });

  await test.step("nothing is stored before the member agrees", async () => {
    await save(page).click();
    const consent = page.getByRole("checkbox", { name: /^I agree that Spotter keeps/ });
    await expect(consent).toBeFocused();
    await expect(consent).toHaveAccessibleDescription("Please agree first. Without your yes, nothing is kept.");
    await consent.check();
    await expect(consent).toHaveAccessibleDescription("");
  });

  await test.step("a failed save keeps what was marked", async () => {
    expectOutage();
    const restore = await abortRequests(page, "PUT", "**/api/training");
    await save(page).click();
    await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
    await expect(page.getByText("Mon–Thu early")).toBeVisible();
    restore();
    await dismissToasts(page);
  });

  await test.step("it is saved, and there after a reload", async () => {
    await save(page).click();
    await expect(toast(page, "Your week is saved")).toBeVisible();
    await expect(page.getByText("Your last change counts for who comes first from")).toBeVisible();
    await page.reload();
    await expect(panel(page)).toContainText("Mon–Thu early · Sat and Sun morning and midday");
    await expect(page.getByLabel("Run", { exact: true })).toHaveValue("2");
    await expect(page.getByRole("checkbox", { name: /^I agree/ })).toHaveCount(0);
    await expect(marked(page)).toHaveCount(8);
  });

  await test.step("it is shared until the member turns that off, at once", async () => {
    const share = page.getByRole("switch", { name: "Share my week" });
    await expect(share).toBeChecked();
    await share.click();
    await expect(share).not.toBeChecked();
    await expect(page.getByText("Others see nothing of it.")).toBeVisible();
    await page.reload();
    await expect(share).not.toBeChecked();
  });

  await test.step("leaving with changes asks first", async () => {
    await part(page, "Friday, evening").click();
    await expect(panel(page)).toContainText("Not saved yet");
    await page.getByRole("link", { name: "Browse", exact: true }).first().click();
    await expect(page.getByRole("alertdialog")).toContainText("What you changed here is not saved yet.");
    await page.getByRole("button", { name: "Keep editing" }).click();
  });

  await test.step("it is deleted after a question", async () => {
    await page.getByRole("button", { name: "Delete my week" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(toast(page, "Your week is deleted")).toBeVisible();
    await expect(marked(page)).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: /^I agree/ })).not.toBeChecked();
    await page.reload();
    await expect(panel(page)).toContainText("Say when you train");
  });
});
