import type { Page } from "@playwright/test";
import { createMatch, createMember, listMessages, logInAs, sendCrush, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests, recordRequests, refuseRequests, waitForSocket } from "#e2e/support/network.ts";

const log = (page: Page) => page.getByRole("log");
const box = (page: Page) => page.getByRole("textbox", { name: /^Message/ });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

// @spec 2.messages.text-input-send 5.empty-text-cannot 5.sending-waits-while
test("the composer sends text with line breaks, one message at a time, and keeps a draft", async ({
  page,
  request,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);

  await test.step("an empty message or mere whitespace cannot be sent", async () => {
    const requests = recordRequests(page);
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await box(page).fill("  \n \t ");
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await box(page).press("Enter");
    await send(page).click({ force: true });
    await box(page).fill("Now.");
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    await send(page).click();
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    expect(requests.filter((one) => one === "POST /api/messages/send")).toHaveLength(1);
    expect(await listMessages(request, other, me)).toEqual(["Now."]);
  });

  await test.step("Shift+Enter inserts a line break", async () => {
    await box(page).pressSequentially("One");
    await box(page).press("Shift+Enter");
    await box(page).pressSequentially("Two");
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    await box(page).press("Enter");
    await expect.poll(() => listMessages(request, other, me)).toEqual(["Now.", "One\nTwo"]);
  });

  await test.step("while one message is sent, the next one waits", async () => {
    await box(page).fill("First");
    // The message before is acknowledged.
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    const release = await holdRequests(page, "**/api/messages/send");
    await box(page).press("Enter");
    await expect(log(page).getByText("First")).toBeVisible();
    await box(page).fill("Second");
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await box(page).press("Enter");
    await expect(box(page)).toHaveValue("Second");
    release();
    await expect(send(page)).toHaveAttribute("aria-disabled", "false");
    await box(page).press("Enter");
    await expect(log(page).getByText("Second")).toBeVisible();
    await expect.poll(() => listMessages(request, other, me)).toEqual(["Now.", "One\nTwo", "First", "Second"]);
  });

  await test.step("a draft is kept while the member visits other screens", async () => {
    await box(page).fill("Half a thought");
    await page.getByRole("link", { name: "Browse" }).click();
    await expect(page).toHaveURL("/browse");
    await page.goBack();
    await expect(box(page)).toHaveValue("Half a thought");
    await page.reload();
    await expect(box(page)).toHaveValue("Half a thought");
  });
});

// @spec 2.messages.text-bubbles-relative 2.messages.own-messages 4.deleted-notice-removes 5.delete-this-message
// @spec 6.only-sender-has 8.failed-delete-message
test("messages are displayed as text with links, and own ones can be deleted for both members", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const html = `<img src=x onerror="throw 1"><b>bold</b> &amp;`;
  const texts = ["This one:\nhttps://example.com/plan, and javascript:alert(1)", "💪🔥", html];
  for (const text of texts) await sendMessage(request, other, me, text);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(`/messages/${other.id}`);
  await connected;

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

  const remove = log(page).getByRole("button", { name: "Delete message" });
  const question = page.getByRole("alertdialog", { name: "Delete this message?" });

  await test.step("deleting asks for confirmation, can be canceled, and removes the message on both sides", async () => {
    await sendMessage(request, other, me, "Theirs");
    await sendMessage(request, me, other, "Mine");
    const theirs = await person();
    await logInAs(theirs, other);
    const connected = waitForSocket(theirs);
    await theirs.goto(`/messages/${me.id}`);
    await expect(log(theirs).getByText("Mine")).toBeVisible();
    await connected;

    // Only own messages have the button.
    await expect(remove).toHaveCount(1);
    await log(page).getByText("Mine").hover();
    await remove.click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await remove.click();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    expect(await listMessages(request, me, other)).toEqual([...texts, "Theirs", "Mine"]);

    await remove.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(log(page).getByText("Mine")).toHaveCount(0);
    await expect(log(theirs).getByText("Mine")).toHaveCount(0);
    await expect(log(theirs).getByText("Theirs")).toBeVisible();
  });

  await test.step("a failed deletion keeps the message and is reported", async () => {
    expectRefusals();
    await refuseRequests(page, "DELETE", "**/api/messages/*", 500);
    await sendMessage(request, me, other, "Mine");
    await log(page).getByText("Mine").hover();
    await remove.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Failed to delete message")).toBeVisible();
    await expect(log(page).getByText("Mine")).toBeVisible();
  });
});

test("two tabs of a member agree on sent, read and deleted messages", async ({ page, tab, request }) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/messages");
  await connected;
  const badge = page.getByRole("main").getByText("1 unread message");
  await expect(badge).toBeAttached();

  const second = await tab();
  await second.goto(`/messages/${other.id}`);
  await expect(badge).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: other.username }).click();
  await box(second).fill("Thursday.");
  await box(second).press("Enter");
  for (const one of [page, second]) {
    await expect(log(one).getByRole("listitem")).toHaveCount(2);
    await expect(log(one).getByText("Thursday.")).toBeVisible();
  }
  await log(page).getByText("Thursday.").hover();
  await log(page).getByRole("button", { name: "Delete message" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  for (const one of [page, second]) await expect(log(one).getByRole("listitem")).toHaveCount(1);
});

test("rejects a recipient who is not a match, and an unknown one", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, other] = [await createMember(request), await createMember(request)];
  await sendCrush(request, me, other);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("heading", { name: "Not a match yet" })).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await page.goto("/messages/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
});
