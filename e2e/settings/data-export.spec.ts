import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addPhotos, createMatch, logInAs, PASSWORD, sendAttachment, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { findInSettings } from "#e2e/support/settings-page.ts";
import { readZip } from "#server/testing/read-zip.ts";

const password = (page: Page) => page.getByRole("dialog").getByLabel("Password", { exact: true });
const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Download" }).click();

test("personal data is downloaded as a ZIP file after entering the password, and a rate limit and an outage are reported", async ({
  page,
  request,
  expectRefusals,
  expectOutage,
}) => {
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  await addPhotos(request, me, 2);
  await sendMessage(request, me, other, "Mine, Crème brûlée");
  await sendMessage(request, other, me, "Theirs");
  await sendAttachment(request, me, other);
  await logInAs(page, me);
  const button = await findInSettings(page, "Privacy", "Download my data");
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

  await test.step("a member can download their personal data as a ZIP file of JSON and images", async () => {
    await button.click();
    await expect(password(page)).toHaveValue("");
    await expect(password(page)).toBeFocused();
    await expectAccessible(page);
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
    expect(read("photos.json")).toHaveLength(2);
    const conversation = `conversations/0001 ${other.username}`;
    expect(read(`${conversation}.json`).messages).toMatchObject([
      { from: me.username, text: "Mine, Crème brûlée" },
      { from: other.username, text: "Theirs" },
      { from: me.username, picture: `${conversation}/3.webp` },
    ]);
    for (const name of ["photos/1.webp", "photos/2.webp", `${conversation}/3.webp`, "README.txt"]) {
      expect(files.get(name)?.length).toBeGreaterThan(100);
    }
    await expect(page).toHaveURL(/\/settings/);
  });

  await test.step("a rate limit and an outage are reported in the dialog", async () => {
    expectOutage();
    for (let i = 0; i < 5; i++) {
      const headers = { authorization: `Bearer ${me.token}` };
      await request.post("/api/account/export", { headers, data: { password: PASSWORD } });
    }
    await button.click();
    await password(page).fill(PASSWORD);
    await confirm(page);
    const alert = page.getByRole("dialog").getByRole("alert");
    await expect(alert).toContainText("Please try again tomorrow.");
    await page.route("**/api/account/export", (route) => route.abort());
    await confirm(page);
    await expect(alert).toContainText("Your data could not be asked for.");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(button).toBeFocused();
  });
});
