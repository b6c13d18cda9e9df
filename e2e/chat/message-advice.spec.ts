import type { Page } from "@playwright/test";
import { createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { bubble, composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { recordRequests, refuseRequests } from "#e2e/support/network.ts";
import { horizontalOverflow } from "#e2e/support/viewport-checks.ts";

/** Whether a recorded request is more than a lazy chunk of the app. */
const isData = (request: string): boolean => !request.startsWith("GET /assets/");
const question = (page: Page) => page.getByRole("alertdialog", { name: "Are you sure?" });
const advice = (page: Page, text: string) => page.getByRole("note").filter({ hasText: text });

test("advice is shown under messages and put away for good, and words that hurt are asked about before they are sent", async ({
  page,
  request,
  expectRefusals,
}) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "You fat cow");
  await sendMessage(request, other, me, "Text me on WhatsApp");
  await sendMessage(request, other, me, "Can you send me $200?");
  await sendMessage(request, other, me, "https://example.com/photos");
  await page.setViewportSize({ width: 360, height: 740 });
  await openChat(page, me, other);
  const bother = advice(page, "Does this bother you?");
  const hide = (text: string) => advice(page, text).getByRole("button", { name: "Hide advice" });

  await test.step("each kind has a card, which fits and is no part of an announcement", async () => {
    await expect(advice(page, "Never send money.")).toBeVisible();
    await expect(advice(page, "Keep chatting here until you have met.")).toBeVisible();
    await expect(advice(page, "Open links with care.")).toBeVisible();
    await expect(bother).toHaveCount(1);
    for (const note of await page.getByRole("note").all()) await expect(note).toHaveAttribute("aria-live", "off");
    expect(await horizontalOverflow(page)).toBe(0);
    await expectAccessibleInBothThemes(page);
  });

  await test.step("the arrow keys lead to its controls, and the message keeps the focus when it is put away", async () => {
    const requests = recordRequests(page);
    const message = bubble(page, "Can you send me $200?");
    await message.focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
    await expect(hide("Never send money.")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(advice(page, "Never send money.")).toHaveCount(0);
    await expect(message).toBeFocused();
    expect(requests.filter(isData)).toEqual([]);
  });

  await test.step("Yes opens the report with that message, and returns", async () => {
    const yes = bother.getByRole("button", { name: "Yes, report it" });
    await yes.click();
    await expect(page.getByRole("dialog", { name: "Report this message" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(yes).toBeFocused();
  });

  await test.step("No puts the question away, also for the next visit", async () => {
    await bother.getByRole("button", { name: "No", exact: true }).click();
    await expect(bother).toHaveCount(0);
    await expect(bubble(page, "You fat cow")).toBeFocused();
    await page.reload();
    await expect(advice(page, "Open links with care.")).toBeVisible();
    await expect(advice(page, "Never send money.")).toHaveCount(0);
    await expect(bother).toHaveCount(0);
  });

  await test.step("a report without a block answers the question", async () => {
    await sendMessage(request, other, me, "Shut the fuck up");
    await bother.getByRole("button", { name: "Yes, report it" }).click();
    const report = page.getByRole("dialog", { name: "Report this message" });
    await report.getByRole("radio", { name: "Harassment or threats" }).check();
    await report.getByRole("checkbox").uncheck();
    await report.getByRole("button", { name: "Send Report" }).click();
    await expect(report).toBeHidden();
    await expect(bother).toHaveCount(0);
  });

  const sent = log(page).getByText("Sent", { exact: true });

  await test.step("the talk of the gym is sent at once", async () => {
    await sendFromComposer(page, "I'm going to kill this set");
    await expect(sent).toHaveCount(1);
  });

  await test.step("the question keeps the message, and leaves the device alone", async () => {
    await composer(page).fill("You are such a bitch");
    const requests = recordRequests(page);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByRole("button", { name: "Edit" })).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await question(page).getByRole("button", { name: "Edit" }).click();
    await expect(question(page)).toBeHidden();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue("You are such a bitch");
    await expect(sent).toHaveCount(1);
    expect(requests.filter(isData)).toEqual([]);
  });

  await test.step("the same text is not asked about again", async () => {
    await composer(page).press("Enter");
    await expect(sent).toHaveCount(2);
    await expect(question(page)).toBeHidden();
  });

  await test.step("another text is sent by Send anyway, and not asked about when it is sent again", async () => {
    expectRefusals();
    const accept = await refuseRequests(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
    await sendFromComposer(page, "Go to hell");
    await question(page).getByRole("button", { name: "Send anyway" }).click();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue("");
    accept();
    await bubble(page, "Go to hell").focus();
    await log(page).getByRole("button", { name: "Retry" }).click();
    await expect(sent).toHaveCount(3);
    await expect(question(page)).toBeHidden();
  });
});
