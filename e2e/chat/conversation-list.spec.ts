import type { Page } from "@playwright/test";
import {
  addPhotos,
  createMember,
  logInAs,
  type Member,
  markCrushesSeen,
  matchMembers,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { composer, log, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { holdEvents, waitForSocket } from "#e2e/support/network.ts";
import { fromOther, news, toasts } from "#e2e/support/toasts.ts";

const navigation = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Messages/ });

// @spec 2.routes.messages-messages-userid 2.messages.no-conversations-yet 2.messages.new-matches-avatars
// @spec 2.messages.say-hello-username 2.messages.list-avatar-initial 4.opening-conversation-marks
test("the list shows a welcome, new matches, conversations with the latest first, and what is muted", async ({
  page,
  request,
}) => {
  const [me, other, third] = [await createMember(request), await createMember(request), await createMember(request)];
  await addPhotos(request, other, 1);
  await logInAs(page, me);
  // Without events, a match is not celebrated before it is marked as seen.
  const connect = await holdEvents(page);
  const connected = waitForSocket(page);
  const hasAskedForMissed = page.waitForResponse("**/api/crushes/new-matches");
  await page.goto("/messages");
  const rows = page.getByRole("region", { name: "Conversations" }).getByRole("link");
  const row = ({ username }: Member) =>
    page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: username });
  const item = (name: string) => page.getByRole("menuitem", { name });

  await test.step("without matches it shows a welcome, once in each layout", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByText("Welcome to your messages").filter({ visible: true })).toHaveCount(1);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Welcome to your messages" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Browse" }).click();
    await expect(page).toHaveURL("/browse");
  });

  await test.step("a match is listed under New Matches until the first message", async () => {
    await hasAskedForMissed;
    for (const one of [other, third]) await matchMembers(request, me, one);
    await markCrushesSeen(request, me);
    connect();
    await connected;
    await navigation(page).click();
    const match = page.getByRole("region", { name: "New Matches" }).getByRole("link", { name: other.username });
    await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
    await match.click();
    await expect(page.getByRole("heading", { name: `Say hello to ${other.username}!` })).toBeVisible();
    await expect(page.getByText("You both like Weightlifting, Running, and Hiking. Start there.")).toBeVisible();
    await sendFromComposer(page, "Hello!");
    await expect(match).toHaveCount(0);
    await expect(rows).toHaveCount(1);
    await expect(row(other)).toContainText("You: Hello!");
    await expect
      .poll(() =>
        row(other)
          .locator("img")
          .evaluate((photo: HTMLImageElement) => photo.naturalWidth),
      )
      .toBeGreaterThan(0);
  });

  await test.step("a new message appears by itself, and reading it clears the badges", async () => {
    await navigation(page).click();
    await expect(page).toHaveURL("/messages");
    await sendMessage(request, other, me, "Leg day?");
    await expect(row(other)).toContainText("Leg day?");
    await expect(row(other)).toContainText("1 unread message");
    await expect(navigation(page)).toContainText("1 unread message");
    await expect(page).toHaveTitle("(1) Messages · Spotter");
    await row(other).click();
    await expect(page).toHaveTitle(`${other.username} · Spotter`);
    await expect(row(other)).not.toContainText("unread");
    await expect(navigation(page)).toHaveText("Messages");
  });

  await test.step("a row shows the latest message with its sender and time, and the unread count; the latest is on top", async () => {
    await navigation(page).click();
    await expect(page).toHaveURL("/messages");
    for (const text of ["Three", "Thursday?"]) await sendMessage(request, other, me, text);
    await sendMessage(request, me, third, "Nice bar path.");
    await expect(rows).toHaveText([
      new RegExp(`${third.username}Just nowYou: Nice bar path\\.$`),
      new RegExp(`${other.username}Just nowThursday\\?2${"2 unread messages"}$`),
    ]);
    await expect(navigation(page)).toHaveText("Messages22 unread messages");
    // Members without a photo are shown by the first letter of their names.
    await expect(row(third).getByText(third.username.charAt(0).toUpperCase(), { exact: true })).toBeVisible();
    await sendMessage(request, other, me, "Four");
    await expect(rows).toContainText([other.username, third.username]);
    await sendMessage(request, third, me, "Five");
    await expect(rows).toContainText([third.username, other.username]);
    await sendMessage(request, me, third, "Six");
    await expect(row(third)).toContainText("You: Six");
  });

  await test.step("whose turn it is and what was not sent are in the list", async () => {
    await row(other).click();
    await expect(row(other)).toContainText("Your turn");
    await expect(row(third)).not.toContainText("Your turn");
    await composer(page).fill("Half a thought");
    await row(third).click();
    await expect(row(other)).toContainText("Draft: Half a thought");
  });

  await test.step("a muted conversation shows no toast and keeps its unread count", async () => {
    await row(other).click({ button: "right" });
    await item("Mute").click();
    await expect(row(other)).toContainText("Muted");
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await expect(row(other)).not.toContainText("Muted");
    await row(other).click({ button: "right" });
    await item("Mute").click();
    await expect(row(other)).toContainText("Muted");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Browse", exact: true }).click();
    await expect(page).toHaveURL("/browse");
    await expect(log(page)).toHaveCount(0);
    await sendMessage(request, other, me, "Hello?");
    await sendMessage(request, third, me, "Well?");
    await expect(news(page, fromOther(third))).toBeVisible();
    await expect(news(page, fromOther(other))).toHaveCount(0);
    await navigation(page).click();
    await expect(row(other)).toContainText("1 unread message");
  });

  await test.step("an archived conversation is out of the list until the next message", async () => {
    await row(third).click();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await item("Archive").click();
    await expect(page).toHaveURL("/messages");
    await expect(row(third)).toHaveCount(0);
    await toasts(page).getByRole("button", { name: "Undo" }).click();
    await row(third).click();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await item("Archive").click();
    await expect(row(third)).toHaveCount(0);
    const archive = page.getByRole("button", { name: "Archived 1" });
    await archive.press("Enter");
    await expect(row(third)).toBeVisible();
    await archive.press("Enter");
    await expect(row(third)).toHaveCount(0);
    await sendMessage(request, third, me, "Still there?");
    await expect(row(third)).toBeVisible();
    await expect(archive).toHaveCount(0);
  });
});
