import { joinStaff } from "#e2e/support/console.ts";
import { expect, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";

const PHONE = { width: 360, height: 740 };
const EMAIL = "robin.writer@example.com";

test("on a phone, a contact message is answered, and its writer writes back by the link", async ({
  page,
  context,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  await page.setViewportSize(PHONE);
  const data = { name: "Robin", email: EMAIL, subject: "Account Issue", message: "I have a new phone and no code." };
  expect((await request.post("/api/contact", { data })).status()).toBe(200);
  await joinStaff(page, "Grace", "reports");

  let number = "";

  await test.step("the filter shows it, and a ready answer has to be completed", async () => {
    await page.getByRole("button", { name: "Contact", exact: true }).click();
    await expect(page.getByText(EMAIL)).toHaveCount(0);
    await page.getByRole("link", { name: "Visitor" }).click();
    await expect(page.getByText("I have a new phone and no code.")).toBeVisible();
    await expectAccessibleInBothThemes(page);
    expect(await findSmallControls(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
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
    const writer = await context.newPage();
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
