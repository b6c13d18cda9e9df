import { readFile } from "node:fs/promises";
import { callConsole, createReport, joinStaff, openQueue } from "#e2e/support/console.ts";
import { confirmEmail } from "#e2e/support/database.ts";
import { expect, expectAccessible, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";
import { readZip } from "#server/testing/read-zip.ts";

const PHONE = { width: 360, height: 740 };
const EMAIL = "robin.writer@example.com";

test("support finds a member by keyboard and on a phone, sends them their data and answers a message", async ({
  page,
  person,
  request,
  expectOutage,
  expectRefusals,
}) => {
  // Three browsers, and two commands.
  test.slow();
  expectOutage();
  expectRefusals();
  const { reported, reporter } = await createReport(request, "Someone is in danger");
  await joinStaff(page, "Ada");
  const heading = page.getByRole("heading", { level: 1 });
  const expectUsableByThumb = async () => {
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await findSmallControls(page)).toEqual([]);
  };

  await test.step("a row of the queue says why the case is open", async () => {
    const row = page.getByRole("link", { name: reported.username });
    await expect(row).toContainText("Someone is in danger");
    await expect(row).toContainText("They go on.");
  });

  await test.step("/ searches by a part of the name, which the address of the page does not have", async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("nobody-at-all");
    await page.keyboard.press("Enter");
    await expect(heading).toHaveText("Search");
    await expect(page.getByRole("status").getByText("Nothing was found")).toHaveCount(1);
    await expect(heading).toBeFocused();
    await page.keyboard.press("/");
    await page.keyboard.type(reported.username.slice(1));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").getByText(/result/)).toHaveCount(1);
    await expect(heading).toBeFocused();
    await page.getByRole("main").getByRole("link", { name: reported.username }).click();
    await expect(heading).toHaveText(reported.username);
    await expect(page.getByText("Nothing was paid.")).toBeVisible();
    await expect(heading).toBeFocused();
    expect(page.url()).not.toContain(reported.username);
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue(reported.username.slice(1));
    await page.goForward();
  });

  await page.setViewportSize(PHONE);

  await test.step("on a phone the member's page fits, and leads to the case and back by the menu", async () => {
    await expectUsableByThumb();
    await page.getByRole("link", { name: /^Member, .*open$/ }).click();
    await expect(page.getByRole("region", { name: "Claim" })).toBeVisible();
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: "Decisions" })).toBeVisible();
    await expectUsableByThumb();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Decisions" })).toHaveCount(0);
    await expect(heading).toHaveText(reported.username);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Decisions" }).click();
    await expect(page.getByText("Nothing is decided yet")).toBeVisible();
    await expectUsableByThumb();
  });

  await test.step("the contents of the guide lead to its sections, also in a page that is loaded", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Guide" }).click();
    await expect(heading).toBeFocused();
    const contents = page.getByRole("navigation", { name: "In this guide" });
    const acts = page.getByRole("region", { name: "Acts" });
    await contents.getByRole("link", { name: "Acts" }).click();
    await expect(acts).toBeFocused();
    await expect(acts.getByRole("heading")).toBeInViewport();
    await page.reload();
    await expect(acts.getByRole("heading")).toBeInViewport();
  });

  await test.step("the log has the looks, and is filtered by what was done", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Log", exact: true }).click();
    await expect(page.getByText("Ada: show member").first()).toBeVisible();
    await expectUsableByThumb();
    await page.getByLabel("Action").selectOption("search");
    await expect(page.getByText("Ada: show member")).toHaveCount(0);
    await expect(page.getByText("Ada: search").first()).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: reported.username })).toBeVisible();
    await expect(page.getByText(reporter.username)).toHaveCount(0);
  });

  await test.step("the page of a suspended member asks before it sends them a link to their data", async () => {
    await confirmEmail(reported);
    const suspend = ["suspend", reported.username, "--message", "Threats.", "--reason", "Threats"];
    await runOperatorJson(process.env["SPOTTER_DATA"] ?? "", suspend);
    await page.getByRole("main").getByRole("link", { name: reported.username }).first().click();
    await page.getByRole("button", { name: "Send a copy of their data" }).click();
    const dialog = page.getByRole("dialog", { name: "Send a copy of their data?" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Send the link" }).click();
    await expect(toast(page, `${reported.username} gets an email with the link.`)).toBeVisible();
  });

  await test.step("the link opens a page without a login, which downloads on a press only", async () => {
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

  let number = "";

  await test.step("without a network nothing is decided, and who decides after a colleague learns so", async () => {
    await openQueue(page);
    await page.getByRole("link", { name: reported.username }).click();
    await page.getByRole("button", { name: "Choose what to do" }).click();
    await page.getByRole("button", { name: "No action", exact: true }).click();
    const decide = page.getByRole("button", { name: "Decide: No action" });
    const confirm = page.getByRole("button", { name: "Yes, decide" });
    await page.context().setOffline(true);
    await decide.click();
    await confirm.click();
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong." })).toBeVisible();
    await expect(decide).toBeVisible();
    await page.context().setOffline(false);
    const path = new URL(page.url()).pathname.split("/").slice(-2).join("/");
    const shown = await page.request.get(new URL(`/api/moderation/${path}`, page.url()).href);
    const { until } = ((await shown.json()) as { case: { claim: { until: string } } }).case.claim;
    await callConsole(page, `${path}/release`, { until });
    const close = ["cases", "close-all", "--reported-by", reporter.username, "--reason", "All of them are wrong"];
    await runOperatorJson(process.env["SPOTTER_DATA"] ?? "", close);
    await decide.click();
    await confirm.click();
    await expect(toast(page, `Not decided: ${reported.username}: no action.`)).toBeVisible();
    await expect(page.getByText("This case is closed.")).toBeVisible();
  });

  await test.step("the queue's filter shows a contact message, and a ready answer has to be completed", async () => {
    const data = { name: "Robin", email: EMAIL, subject: "Account Issue", message: "I have a new phone and no code." };
    expect((await request.post("/api/contact", { data })).status()).toBe(200);
    await openQueue(page);
    await page.getByRole("button", { name: "Contact", exact: true }).click();
    await expect(page.getByText(EMAIL)).toHaveCount(0);
    await page.getByRole("link", { name: "Visitor" }).click();
    await expect(page.getByText("I have a new phone and no code.")).toBeVisible();
    await expectUsableByThumb();
    number = (await page.getByRole("heading", { name: /^C-/ }).textContent()) ?? "";
    const field = page.getByLabel("Your answer");
    await page.getByRole("button", { name: "Refund" }).click();
    await expect(field).toBeFocused();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("Replace what is in square brackets")).toBeVisible();
    await field.fill("Hello Robin,\n\nplease use one of your recovery codes.");
    for (const [press, title] of [
      [page.getByRole("link", { name: "Back to the queue" }), "Leave this case?"],
      [page.getByRole("button", { name: "Release" }), "Release this case?"],
    ] as const) {
      await press.click();
      await page.getByRole("dialog", { name: title }).getByRole("button", { name: "Cancel" }).click();
    }
    await field.focus();
    const refusal = { success: false, code: "case_changed", message: "The case has changed." };
    const sent = "**/api/moderation/cases/*/contact/answer";
    await page.route(sent, (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
    const readAgain = page.waitForResponse(/\/api\/moderation\/cases\/[\w-]+$/);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText(refusal.message)).toBeVisible();
    await readAgain;
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(toast(page, "The answer is on its way.")).toBeVisible();
  });

  await test.step("the link of the email leads to the answer, and what is written there is a case again", async () => {
    const { text } = await findEmail(EMAIL, `Our answer: Account Issue (${number})`);
    const writer = await person();
    await writer.goto(/\/contact\/[\w-]+/.exec(text)?.[0] ?? "");
    await expect(writer.getByText("please use one of your recovery codes.")).toBeVisible();
    await writer.getByLabel("Message").fill("I have lost those, too.");
    await writer.getByRole("button", { name: "Send Message" }).click();
    await expect(writer.getByRole("heading", { name: "Message sent" })).toBeFocused();
    await page.reload();
    await page.getByRole("link", { name: "Visitor" }).click();
    await expect(page.getByText("I have lost those, too.")).toBeVisible();
    await expect(page.getByText("By the link, no login")).toBeVisible();
    await page.getByRole("button", { name: "Close without an answer" }).click();
    await expect(toast(page, "Closed without an answer.")).toBeVisible();
  });
});
