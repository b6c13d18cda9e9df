import type { Page } from "@playwright/test";
import { MESSAGE_MAX } from "#contract/limits.ts";
import {
  createAccount,
  createMatch,
  listMessages,
  logInAs,
  type Member,
  matchMembers,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { bubble, composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests, recordRequests, refuseRequests } from "#e2e/support/network.ts";
import { listRecords } from "#e2e/support/stored-records.ts";

/** The maximum length of the field. */
const DRAFT_MAX = 20_000;

const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const remove = (page: Page, name = "Delete message") => log(page).getByRole("button", { name });
const confirm = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Delete" });
const listStored = async (page: Page): Promise<string[]> =>
  (await listRecords<{ text: string }>(page, "drafts")).map(({ text }) => text);

// @spec 2.messages.text-input-send 5.empty-text-cannot 5.sending-waits-while
test("the composer sends text with line breaks, one message at a time, and keeps a draft that is too long", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  await page.route("**/message-advice-*.js", (route) => route.abort());
  await page.goto(`/messages/${other.id}`);
  const list = () => listMessages(request, other, me);

  await test.step("an empty message or mere whitespace cannot be sent", async () => {
    const requests = recordRequests(page);
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await composer(page).fill("  \n \t ");
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await composer(page).press("Enter");
    await send(page).click({ force: true });
    await composer(page).fill("Now.");
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    await send(page).click();
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    expect(requests.filter((one) => one === "POST /api/messages/send")).toHaveLength(1);
    expect(await list()).toEqual(["Now."]);
  });

  await test.step("Shift+Enter inserts a line break", async () => {
    await composer(page).pressSequentially("One");
    await composer(page).press("Shift+Enter");
    await composer(page).pressSequentially("Two");
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    await composer(page).press("Enter");
    await expect.poll(list).toEqual(["Now.", "One\nTwo"]);
  });

  await test.step("while one message is sent, the next one waits", async () => {
    await composer(page).fill("First");
    // The message before is acknowledged.
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    const release = await holdRequests(page, "**/api/messages/send");
    await composer(page).press("Enter");
    await expect(log(page).getByText("First")).toBeVisible();
    await composer(page).fill("Second");
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await composer(page).press("Enter");
    await expect(composer(page)).toHaveValue("Second");
    release();
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    await composer(page).press("Enter");
    await expect(log(page).getByText("Second")).toBeVisible();
    await expect.poll(list).toEqual(["Now.", "One\nTwo", "First", "Second"]);
  });

  await test.step("a draft is kept while the member visits other screens", async () => {
    await composer(page).fill("Half a thought");
    await page.getByRole("link", { name: "Browse" }).click();
    await expect(page).toHaveURL("/browse");
    await page.goBack();
    await expect(composer(page)).toHaveValue("Half a thought");
  });

  await test.step("a message does not wait for rules of advice that do not load", async () => {
    await sendFromComposer(page, "Fuck you");
    await expect.poll(list).toEqual(["Now.", "One\nTwo", "First", "Second", "Fuck you"]);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  const counter = page.getByRole("main").locator("form").getByRole("status");

  await test.step("a text that is too long is kept completely, shows the excess, and can be sent once it fits", async () => {
    await composer(page).fill("x".repeat(MESSAGE_MAX - 150));
    await expect(page.getByText(`1850 / ${MESSAGE_MAX}`)).toBeVisible();
    await expect(counter).toHaveText("No more than 200 characters left");
    const text = `${"word ".repeat(430)}end`;
    await composer(page).fill("");
    await composer(page).focus();
    // Inserted like a paste, which a `maxlength` would truncate.
    await page.keyboard.insertText(text);
    await expect(composer(page)).toHaveValue(text);
    await expect(composer(page)).toHaveAccessibleDescription("153 characters too many");
    await expect(composer(page)).toHaveAttribute("aria-invalid", "true");
    await expect(counter).toHaveText("Too long to send by at least 100 characters");
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await composer(page).press("Enter");
    await expect(composer(page)).toHaveValue(text);
    expect(await list()).toHaveLength(5);
    // Stored a moment after the last change.
    await expect.poll(() => listStored(page)).toEqual([text]);
    const fits = text.slice(0, MESSAGE_MAX - 1).trim();
    await sendFromComposer(page, fits);
    await expect.poll(async () => (await list()).slice(5)).toEqual([fits]);
    await expect(composer(page)).toHaveValue("");
  });

  await test.step("a very long paste is truncated, with a message", async () => {
    await composer(page).focus();
    await page.keyboard.insertText("x".repeat(100_000));
    await expect(composer(page)).toHaveValue("x".repeat(DRAFT_MAX));
    const words = `Only the first ${DRAFT_MAX} characters fit here, and ${MESSAGE_MAX} in a message`;
    await expect(composer(page)).toHaveAccessibleDescription(words);
    await expect(counter).toHaveText(words);
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
  });
});

// @spec 2.messages.text-bubbles-relative 2.messages.own-messages 4.deleted-notice-removes 5.delete-this-message
// @spec 6.only-sender-has 8.failed-delete-message
test("messages are displayed as text with links, own ones can be deleted, and the focus stays in the conversation", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  const [third, quiet] = [await createAccount(request), await createAccount(request)];
  for (const one of [third, quiet]) await matchMembers(request, me, one);
  const html = `<img src=x onerror="throw 1"><b>bold</b> &amp;`;
  const texts = ["This one:\nhttps://example.com/plan, and javascript:alert(1)", "💪🔥", html];
  for (const text of texts) await sendMessage(request, other, me, text);
  await sendMessage(request, me, quiet, "Only this");
  for (const [from, to, text] of [
    [me, third, "First"],
    [third, me, "Theirs"],
    [me, third, "Second"],
    [third, me, "Theirs again"],
  ] as const)
    await sendMessage(request, from, to, text);
  await openChat(page, me, other);
  const openRow = async (person: Member) => {
    await page.getByRole("listitem").getByRole("link", { name: person.username }).click();
    await expect(page.getByRole("textbox", { name: `Message ${person.username}` })).toBeVisible();
  };

  await test.step("every message shows how long ago it was sent, and its exact time on request", async () => {
    await expect(log(page).locator("time")).toHaveText(["Just now", "Just now", "Just now"]);
    const exact = log(page).getByText(/^\w{3}, \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M$/);
    await expect(exact.filter({ visible: true })).toHaveCount(0);
    await log(page).locator("time").last().hover();
    await expect(exact.filter({ visible: true })).toHaveCount(1);
  });

  await test.step("HTML is displayed as text, in the chat and in the list", async () => {
    await expect(log(page).getByText(html)).toBeVisible();
    await expect(page.getByRole("region", { name: "Conversations" })).toContainText(html);
    await expect(page.locator("main b, main img[src=x]")).toHaveCount(0);
  });

  await test.step("a URL is a link without a referrer; line breaks are kept, and a few emoji alone are large", async () => {
    const link = log(page).getByRole("article").getByRole("link");
    await expect(link).toHaveCount(1);
    await expect(link).toHaveText("https://example.com/plan");
    await expect(link).toHaveAttribute("href", "https://example.com/plan");
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener nofollow noreferrer");
    // Text in another direction does not reverse the URL.
    await expect(link).toHaveCSS("unicode-bidi", "isolate");
    await expect(link).toHaveCSS("direction", "ltr");
    await expect(log(page).getByText("This one")).toHaveText(/one:\nhttps/, { useInnerText: true });
    await expect(log(page).getByText("💪🔥")).toHaveCSS("font-size", "32px");
    await expectAccessible(page);
  });

  await openRow(third);
  await test.step("deleting asks for confirmation, and can be canceled", async () => {
    const question = page.getByRole("alertdialog", { name: "Delete this message?" });
    const first = bubble(page, "First").locator("..").getByRole("button", { name: "Delete message" });
    await expect(log(page).getByText("First")).toBeVisible();
    // Only own messages have the button.
    await expect(remove(page)).toHaveCount(2);
    // The newest one shows it without a hover.
    await expect(first).toHaveCSS("opacity", "0");
    await expect(remove(page).last()).toHaveCSS("opacity", "1");
    await log(page).getByText("First").hover();
    await first.click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await first.click();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    expect(await listMessages(request, me, third)).toEqual(["First", "Theirs", "Second", "Theirs again"]);
  });

  await test.step("after a deletion the focus moves to the next message", async () => {
    const remove = (text: string) => bubble(page, text).locator("..").getByRole("button", { name: "Delete message" });
    await remove("First").focus();
    await page.keyboard.press("Enter");
    await confirm(page).click();
    await expect(log(page).getByText("First")).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(bubble(page, "Theirs").first()).toBeFocused();
    await remove("Second").focus();
    await page.keyboard.press("Enter");
    await confirm(page).click();
    await expect(log(page).getByText("Second")).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(bubble(page, "Theirs again")).toBeFocused();
  });

  await openRow(quiet);
  await test.step("deleting the only message moves the focus to the composer, also after a late answer", async () => {
    const release = await holdRequests(page, "**/api/messages/*-*");
    await expect(log(page).getByText("Only this")).toBeVisible();
    await remove(page).focus();
    await page.keyboard.press("Enter");
    await confirm(page).click();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    release();
    await expect(page.getByText(`Say hello to ${quiet.username}`)).toBeVisible();
    await expect(composer(page)).toBeFocused();
  });

  const restore = await refuseRequests(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
  const retry = log(page).getByRole("button", { name: "Retry" });
  const failures = log(page).getByText("Not today.");

  await test.step("the composer has the focus after Discard, and after a Retry that fails again", async () => {
    await sendFromComposer(page, "Never mind");
    await retry.focus();
    const answered = page.waitForResponse("**/api/messages/send");
    await page.keyboard.press("Enter");
    await answered;
    await expect(retry).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await remove(page, "Discard message").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Never mind")).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
  });

  await test.step("holding Enter on Discard discards one message and sends none", async () => {
    for (const [i, text] of ["One", "Two", "Three"].entries()) {
      await sendFromComposer(page, text);
      await expect(log(page).getByText(text, { exact: true })).toBeVisible();
      // The composer sends one at a time.
      await expect(failures).toHaveCount(i + 1);
    }
    await composer(page).fill("Still being written");
    await remove(page, "Discard message").first().focus();
    await page.keyboard.down("Enter");
    await expect(failures).toHaveCount(2);
    await expect(bubble(page, "Two")).toBeFocused();
    for (let i = 0; i < 5; i++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(failures).toHaveCount(2);
    await expect(composer(page)).toHaveValue("Still being written");
  });

  await test.step("the focus does not return to a conversation that was left", async () => {
    await openRow(third);
    await sendFromComposer(page, "Never mind");
    await expect(retry).toBeVisible();
    restore();
    await retry.focus();
    await page.getByRole("heading", { name: "Conversations", exact: true }).click();
    await expect(page.getByRole("main")).toBeFocused();
    await sendMessage(request, third, me, "News");
    await expect(log(page).getByText("News")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("a failed deletion keeps the message and is reported", async () => {
    await refuseRequests(page, "DELETE", "**/api/messages/*", 500);
    await sendMessage(request, me, third, "Mine");
    await log(page).getByText("Mine").hover();
    await bubble(page, "Mine").locator("..").getByRole("button", { name: "Delete message" }).click();
    await confirm(page).click();
    await expect(toast(page, "Failed to delete message")).toBeVisible();
    await expect(log(page).getByText("Mine")).toBeVisible();
  });
});
