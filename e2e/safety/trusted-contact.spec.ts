import type { Page } from "@playwright/test";
import { blockMember, createMatch } from "#e2e/support/api-fixtures.ts";
import { openChat } from "#e2e/support/chat-page.ts";
import { confirmEmail } from "#e2e/support/database.ts";
import { card } from "#e2e/support/date-card-page.ts";
import { expect, expectAccessible, expectAccessibleInBothThemes, test, toast } from "#e2e/support/fixtures.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";
import { agreeOnDate, endDate } from "#e2e/support/workout-dates.ts";

const section = (page: Page) => page.getByRole("region", { name: "Trusted contacts" });
const question = (page: Page) => page.getByRole("region", { name: /^Back safe\?/ });

/** Reloads until the job of each minute has asked. */
async function waitForQuestion(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(question(page)).toContainText(text, { timeout: 3000 });
  }).toPass({ timeout: 75_000 });
}

test("a contact says yes, follows a shared date without a script, and learns that the member is back", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  const messageId = await agreeOnDate(request, other, me);
  const address = `kim_${me.username}@example.com`;
  const contact = await person({ javaScriptEnabled: false, viewport: { width: 320, height: 568 } });

  await test.step("the card leads to the settings, where a contact is asked", async () => {
    await openChat(page, me, other);
    await card(page).getByRole("button", { name: "Share this date" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Choose somebody" }).click();
    await expect(page).toHaveURL(/\/settings\/privacy/);
    await section(page).getByRole("button", { name: "Add Somebody" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Ask Them" }).click();
    await expect(dialog.getByLabel("Their name")).toBeFocused();
    await dialog.getByLabel("Their name").fill("Kim");
    await dialog.getByLabel("Their email").fill("kim@");
    await dialog.getByRole("button", { name: "Ask Them" }).click();
    await expect(dialog.getByLabel("Their email")).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel("Their email").fill(address);
    await dialog.getByRole("button", { name: "Ask Them" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Confirm your email first");
    await confirmEmail(me);
    await dialog.getByRole("button", { name: "Ask Them" }).click();
    await expect(toast(page, "We have asked Kim by email.")).toBeVisible();
    await expect(section(page)).toContainText("Has not answered yet");
  });

  await test.step("opening the mailed link changes nothing, its button does", async () => {
    const mail = await findEmail(address, `${me.username} would like to tell you about their plans`);
    await contact.goto(findLink(mail));
    await contact.reload();
    await page.reload();
    await expect(section(page)).toContainText("Has not answered yet");
    await contact.getByRole("button", { name: "Yes, they can tell me" }).click();
    await expect(contact.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await page.reload();
    await expect(section(page)).toContainText("Has said yes");
    await expectAccessibleInBothThemes(page);
  });

  await test.step("the contact gets a page that changes with the plan", async () => {
    await page.goto(`/messages/${other.id}`);
    await card(page).getByRole("button", { name: "Share this date" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("checkbox")).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Share with Kim" }).click();
    await expect(card(page)).toContainText("Shared with Kim");
    await contact.goto(findLink(await findEmail(address, `${me.username} shares a workout date with you`)));
    await expect(contact.getByRole("heading", { name: `${me.username} meets ${other.username}` })).toBeVisible();
    await expect(contact.getByText("Washington Park, south gate")).toBeVisible();
    expect(await contact.locator("script").count()).toBe(0);

    await card(page).getByRole("button", { name: "Change" }).click();
    await dialog.getByLabel("Where").fill("The track");
    await dialog.getByRole("button", { name: "Send Suggestion" }).click();
    await expect(card(page)).toContainText(`${other.username} has to agree to the change`);
    await contact.reload();
    await expect(contact.getByText("One of them has asked for a change.")).toBeVisible();
    await expect(contact.getByText("Washington Park, south gate")).toBeVisible();
    const theirs = await person();
    await openChat(theirs, other, me);
    await expect(card(theirs)).not.toContainText("Kim");
    await card(theirs).getByRole("button", { name: "Agree" }).click();
    await expect(card(page)).toContainText("It’s a date");
    await contact.reload();
    await expect(contact.getByText("The track")).toBeVisible();
  });

  await test.step("a block keeps no question away, and one answer tells the contact", async () => {
    await endDate(messageId, 70);
    await blockMember(request, other, me);
    await page.goto("/settings/privacy?from=push#trusted-contacts");
    await waitForQuestion(page, `Run with ${other.username}`);
    await expect(section(page).getByRole("heading", { name: "Trusted contacts" })).toBeInViewport();
    await expectAccessibleInBothThemes(page);
    await question(page).getByRole("button", { name: "Tell Kim" }).click();
    await expect(question(page)).toContainText("We have written to Kim.");
    await findEmail(address, `${me.username} asked us to write to you`);
    await question(page).getByRole("button", { name: "I’m back" }).click();
    await expect(toast(page, "Good to hear. We tell Kim.")).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await findEmail(address, `${me.username} is back`);
    await contact.reload();
    await expect(contact.getByRole("heading", { name: "This page has ended" })).toBeVisible();
  });
});

test("sharing can be stopped on the card, the question is answered there, and a contact is removed after a question", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  const messageId = await agreeOnDate(request, other, me);
  const headers = { authorization: `Bearer ${me.token}` };
  const address = `ana_${me.username}@example.com`;
  await confirmEmail(me);
  await request.post("/api/trusted-contacts", { headers, data: { name: "Ana", email: address } });
  const contact = await person({ javaScriptEnabled: false });
  await contact.goto(findLink(await findEmail(address, `${me.username} would like to tell you about their plans`)));
  await contact.getByRole("button", { name: "Yes, they can tell me" }).click();
  const stop = card(page).getByRole("button", { name: "Stop sharing with Ana" });
  const share = card(page).getByRole("button", { name: "Share this date" });
  const choose = page.getByRole("dialog").getByRole("button", { name: "Share with Ana" });

  await test.step("with the keyboard, and twice", async () => {
    await openChat(page, me, other);
    await share.click();
    await choose.dblclick();
    await expect(stop).toBeVisible();
    await expect(share).toBeHidden();
    await card(page).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 6 && !(await stop.evaluate((button) => button === document.activeElement)); i++)
      await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(share).toBeVisible();
  });

  await test.step("the card asks after the date", async () => {
    await share.click();
    await choose.click();
    await expect(stop).toBeVisible();
    await endDate(messageId, 70);
    await waitForQuestion(page, /Without an answer by .* we write to Ana\./);
    await question(page).getByRole("button", { name: "Later" }).click();
    await expect(question(page)).toContainText("We ask you again in an hour.");
    await question(page).getByRole("button", { name: "I’m back" }).click();
    await expect(question(page)).toHaveCount(0);
  });

  await test.step("a contact is removed after a question", async () => {
    await page.goto("/settings/privacy");
    await section(page).getByRole("button", { name: "Remove Ana" }).click();
    const confirm = page.getByRole("alertdialog");
    await expect(confirm).toContainText("They are not told.");
    await confirm.getByRole("button", { name: "Remove" }).click();
    await expect(section(page).getByRole("button", { name: "Remove Ana" })).toHaveCount(0);
    await expect(section(page)).toBeFocused();
  });
});
