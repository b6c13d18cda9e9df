import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createMatch, logInAs, PASSWORD, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests } from "#e2e/support/network.ts";
import { readZip } from "#server/testing/read-zip.ts";

const password = (page: Page) => page.getByRole("dialog").getByLabel("Password", { exact: true });
const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Download" }).click();

test("personal data is downloaded as a ZIP file after entering the password, and a rate limit and an outage are reported", async ({
  page,
  request,
  expectRefusals,
  expectOutage,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendMessage(request, me, other, "Mine, Crème brûlée");
  await sendMessage(request, other, me, "Theirs");
  await logInAs(page, me);
  await page.goto("/settings/privacy");
  const button = page.getByRole("main").getByRole("button", { name: "Download my data" });
  const dialog = page.getByRole("dialog", { name: "Download your data?" });

  await test.step("a wrong password prevents the download, and the dialog does not keep the input", async () => {
    await button.click();
    await confirm(page);
    await expect(password(page)).toHaveAccessibleDescription("Password is required");
    await password(page).fill("a wrong password");
    await confirm(page);
    await expect(password(page)).toHaveAccessibleDescription("Your current password is incorrect.");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("a member can download their personal data as a ZIP file", async () => {
    await button.click();
    await expect(password(page)).toHaveValue("");
    await expect(password(page)).toBeFocused();
    const coming = page.waitForEvent("download");
    await password(page).fill(PASSWORD);
    await page.keyboard.press("Enter");
    const download = await coming;
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "Your download has begun." })).toBeVisible();
    expect(download.suggestedFilename()).toBe("spotter-data.zip");

    const files = await readZip(await readFile(await download.path()));
    const read = (name: string) => JSON.parse(String(files.get(name)));
    expect(read("account.json")).toMatchObject({ username: me.username, email: me.email, dateOfBirth: "1994-05-17" });
    expect(read("profile.json")).toMatchObject({ bio: "Barbell club by night." });
    expect(read(`conversations/0001 ${other.username}.json`).messages).toMatchObject([
      { from: me.username, text: "Mine, Crème brûlée" },
      { from: other.username, text: "Theirs" },
    ]);
    expect(files.get("README.txt")?.length).toBeGreaterThan(100);
    await expect(page).toHaveURL(/\/settings/);
  });

  await test.step("a rate limit and an outage are reported in the dialog", async () => {
    expectOutage();
    const accept = await refuseRequests(page, "POST", "**/api/account/export", 429, {
      message: "Please try again tomorrow.",
    });
    await button.click();
    await password(page).fill(PASSWORD);
    await confirm(page);
    const alert = page.getByRole("dialog").getByRole("alert");
    await expect(alert).toContainText("Please try again tomorrow.");
    accept();
    await abortRequests(page, "POST", "**/api/account/export");
    await confirm(page);
    await expect(alert).toContainText("Your data could not be asked for.");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(button).toBeFocused();
  });
});
