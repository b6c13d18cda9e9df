import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createAccount, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { readZip } from "#server/testing/read-zip.ts";

const password = (page: Page) => page.getByRole("dialog").getByLabel("Password", { exact: true });
const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Download" }).click();

test("personal data is downloaded as a ZIP file after entering the password", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  await logInAs(page, await createAccount(request));
  await page.goto("/settings/privacy");
  const button = page.getByRole("main").getByRole("button", { name: "Download my data" });
  const dialog = page.getByRole("dialog", { name: "Download your data?" });

  await test.step("a wrong password prevents the download, and the dialog does not keep the input", async () => {
    await button.click();
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
    expect([...files.keys()]).toEqual(expect.arrayContaining(["README.txt", "account.json"]));
    await expect(page).toHaveURL(/\/settings/);
  });
});
