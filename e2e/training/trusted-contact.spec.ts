import type { APIRequestContext, Page } from "@playwright/test";
import type { MessagesPage } from "#contract/chat/messages.ts";
import { blockMember, createMatch, type Member } from "#e2e/support/api-fixtures.ts";
import { openChat } from "#e2e/support/chat-page.ts";
import { confirmEmail } from "#e2e/support/database.ts";
import { card } from "#e2e/support/date-card-page.ts";
import { expect, expectAccessible, expectAccessibleInBothThemes, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";
import { agreeOnDate, askAfterDate, endDate } from "#e2e/support/workout-dates.ts";

const section = (page: Page) => page.getByRole("region", { name: "Trusted contacts" });
const question = (page: Page) => page.getByRole("region", { name: /^Back safe\?/ });

/** The one that every screen has. */
const row = (page: Page) => page.getByRole("region", { name: /: back safe\?$/ });

async function agreeToChange(request: APIRequestContext, person: Member, other: Member, messageId: string) {
  const headers = { authorization: `Bearer ${person.token}` };
  const { messages } = (await (await request.get(`/api/messages/${other.id}`, { headers })).json()) as MessagesPage;
  const date = messages.find(({ _id }) => _id === messageId)?.date;
  const data = { version: date?.version, time: date?.times[0] };
  expect((await request.post(`/api/dates/${messageId}/agree`, { headers, data })).status()).toBe(200);
}

test("a contact says yes, follows a shared date without a script, and learns that the member is back", async ({
  page,
  person,
  tab,
  request,
  expectRefusals,
}) => {
  // The job of each minute has to ask.
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  const messageId = await agreeOnDate(request, other, me);
  const address = `kim_${me.username}@example.com`;
  const contact = await person({ javaScriptEnabled: false, viewport: { width: 320, height: 568 } });
  const shared = "Ana shares a workout date with you";
  const dialog = page.getByRole("dialog");
  const stop = card(page).getByRole("button", { name: "Stop sharing with Kim" });
  const share = card(page).getByRole("button", { name: "Share this date" });

  await test.step("a contact is asked in the sheet of the card, which says first that the own email is to be confirmed", async () => {
    await openChat(page, me, other);
    await share.click();
    await expect(dialog).toContainText("Confirm your own email first");
    await dialog.getByRole("button", { name: "Resend" }).click();
    await dialog.getByRole("button", { name: "Ask and Share" }).click();
    await expect(dialog.getByLabel("Their name")).toBeFocused();
    await dialog.getByLabel("Their name").fill("Kim");
    await dialog.getByLabel("How they know you").fill("Ana");
    await dialog.getByLabel("Their email").fill("kim@");
    await dialog.getByRole("button", { name: "Ask and Share" }).click();
    await expect(dialog.getByLabel("Their email")).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel("Their email").fill(address);
    await dialog.getByRole("button", { name: "Ask and Share" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Confirm your email first");
    await confirmEmail(me);
    await dialog.getByRole("button", { name: "Ask and Share" }).click();
    await expect(toast(page, "We have asked Kim by email. Once they say yes, they get this date.")).toBeVisible();
    await expect(card(page)).toContainText("Kim gets this once they say yes");
  });

  await test.step("the contact says yes with the button of the mailed link, and gets the date", async () => {
    const mail = await findEmail(address, "Ana would like to tell you about their plans");
    const font = contact.waitForResponse(/\/assets\/archivo-.*\.woff2$/);
    await contact.goto(findLink(mail));
    expect((await font).status()).toBe(200);
    await contact.getByRole("button", { name: "Yes, they can tell me" }).click();
    await expect(contact.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await expect(card(page)).toContainText("Shared with Kim");
    await findEmail(address, shared);
    await stop.click();
  });

  await test.step("a date is shared once by two presses, and withdrawn by keyboard", async () => {
    await share.click();
    await expect(dialog.getByRole("checkbox")).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Share with Kim" }).dblclick();
    await expect(stop).toBeVisible();
    await expect(share).toBeHidden();
    await findEmail(address, shared, 2);
    await card(page).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 6 && !(await stop.evaluate((button) => button === document.activeElement)); i++)
      await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(share).toBeVisible();
  });

  await test.step("the contact gets a page that changes with the plan", async () => {
    await share.click();
    await dialog.getByRole("button", { name: "Share with Kim" }).click();
    await expect(card(page)).toContainText("Shared with Kim");
    await contact.goto(findLink(await findEmail(address, shared, 3)));
    await expect(contact.getByRole("heading", { name: `Ana meets ${other.username}` })).toBeVisible();
    await expect(contact.getByText("Washington Park, south gate")).toBeVisible();
    expect(await contact.locator("script").count()).toBe(0);
    await card(page).getByRole("button", { name: "Change" }).click();
    await dialog.getByLabel("Where").fill("The track");
    await dialog.getByRole("button", { name: "Send Suggestion" }).click();
    await expect(card(page)).toContainText(`${other.username} has to agree to the change`);
    await agreeToChange(request, other, me, messageId);
    await expect(card(page)).toContainText("It’s a date");
    await contact.reload();
    await expect(contact.getByText("The track")).toBeVisible();
  });

  const elsewhere = await tab();
  await test.step("every open screen asks after the date, and a row that is put off comes back", async () => {
    // Once the socket is connected, nothing but the event brings the question.
    const connected = waitForSocket(elsewhere);
    await elsewhere.goto("/browse");
    await connected;
    await endDate(messageId, 5);
    for (const one of [page, elsewhere])
      await expect(row(one)).toContainText(/Without an answer by .* we write to Kim\./, { timeout: 75_000 });
    await row(elsewhere).getByRole("button", { name: "Later" }).click();
    await expect(toast(elsewhere, "Hidden for 10 minutes. Without an answer by")).toBeVisible();
    await expect(row(elsewhere)).toHaveCount(0);
    await expect(elsewhere.getByRole("main")).toBeFocused();
    await elsewhere.goto("/messages");
    await expect(row(elsewhere)).toBeVisible();
    const conversation = elsewhere.getByRole("main").getByRole("link", { name: other.username });
    await expect(conversation).toContainText("Back safe?");
  });

  await test.step("once the member is asked, the answer can wait for an hour on all screens", async () => {
    await askAfterDate(messageId);
    const later = card(page).getByRole("button", { name: "Ask in an hour" });
    await expect(later).toBeVisible({ timeout: 75_000 });
    await findEmail(me.email, "Back safe?");
    await row(page)
      .getByRole("link", { name: `Run with ${other.username}` })
      .focus();
    await expectAccessibleInBothThemes(page);
    await row(elsewhere).getByRole("button", { name: "Ask in an hour" }).click();
    await expect(toast(elsewhere, "We ask you again in an hour.")).toBeVisible();
    for (const one of [page, elsewhere]) await expect(row(one)).toHaveCount(0);
    await expect(later).toHaveCount(0);
    await expect(question(page)).toBeVisible();
    await askAfterDate(messageId);
    await expect(row(page)).toBeVisible({ timeout: 75_000 });
  });

  await test.step("a block keeps no question away, and one answer ends it everywhere and tells the contact", async () => {
    await blockMember(request, other, me);
    const about = row(page).getByRole("link", { name: `Run with ${other.username}` });
    await expect(about).toHaveAttribute("href", "/settings/privacy#trusted-contacts");
    await about.click();
    await expect(page).toHaveURL("/settings/privacy#trusted-contacts");
    await expect(section(page).getByRole("heading", { name: "Trusted contacts" })).toBeInViewport();
    await expectAccessibleInBothThemes(page);
    await section(page).getByRole("button", { name: "Tell Kim" }).click();
    await expect(row(page)).toContainText("We have written to Kim.");
    await findEmail(address, "Ana asked us to write to you");
    await row(elsewhere).getByRole("button", { name: "I’m back" }).click();
    await expect(toast(elsewhere, "Good to hear. We tell Kim.")).toBeVisible();
    for (const one of [page, elsewhere]) await expect(row(one)).toHaveCount(0);
    await expect(question(page)).toHaveCount(0);
    await findEmail(address, "Ana is back");
    await contact.reload();
    await expect(contact.getByRole("heading", { name: "This page has ended" })).toBeVisible();
  });

  await test.step("a contact is removed after a question", async () => {
    await section(page).getByRole("button", { name: "Remove Kim" }).click();
    const confirm = page.getByRole("alertdialog");
    await expect(confirm).toContainText("They are not told.");
    await confirm.getByRole("button", { name: "Remove" }).click();
    await expect(section(page).getByRole("button", { name: "Remove Kim" })).toHaveCount(0);
    await expect(section(page)).toBeFocused();
  });
});
