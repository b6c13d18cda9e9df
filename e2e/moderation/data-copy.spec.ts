import { readFile } from "node:fs/promises";
import { createReport, joinStaff, openQueue } from "#e2e/support/console.ts";
import { confirmEmail } from "#e2e/support/database.ts";
import { expect, expectAccessible, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";
import { readZip } from "#server/testing/read-zip.ts";

test("a suspended member gets a link from the staff, and downloads their data by it without a login", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  // Two browsers, and two commands.
  test.slow();
  expectRefusals();
  const { reported } = await createReport(request);
  await confirmEmail(reported);
  const suspend = ["suspend", reported.username, "--message", "Threats.", "--reason", "Threats"];
  await runOperatorJson(process.env["SPOTTER_DATA"] ?? "", suspend);
  await page.setViewportSize({ width: 360, height: 740 });
  await joinStaff(page, "Ada");

  await test.step("the member's page asks before it sends the link", async () => {
    await openQueue(page);
    await page.getByRole("link", { name: reported.username }).click();
    await page.getByRole("link", { name: "About this member" }).click();
    await page.getByRole("button", { name: "Send a copy of their data" }).click();
    const dialog = page.getByRole("dialog", { name: "Send a copy of their data?" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Send the link" }).click();
    await expect(toast(page, `${reported.username} gets an email with the link.`)).toBeVisible();
  });

  await test.step("the link opens a page, which downloads on a press only", async () => {
    const member = await person();
    await member.goto(findLink(await findEmail(reported.email, "Your copy of your data")));
    const button = member.getByRole("button", { name: "Download my data" });
    await expect(button).toBeVisible();
    await expectAccessible(member);
    const coming = member.waitForEvent("download");
    await button.click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe("spotter-data.zip");
    const files = await readZip(await readFile(await download.path()));
    expect(String(files.get("account.json"))).toContain(reported.email);
    await expect(member.getByRole("heading", { name: "Your download has begun" })).toBeFocused();
  });
});
