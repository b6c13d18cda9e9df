import type { Page } from "@playwright/test";
import {
  addPhotos,
  createAccount,
  createMatch,
  createMember,
  logInAs,
  type Member,
  markCrushesSeen,
  matchMembers,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { changeResponse, failToLoad, waitForSocket } from "#e2e/support/network.ts";

const row = (page: Page, person: Member) => page.getByRole("listitem").getByRole("link", { name: person.username });
const navigation = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Messages/ });

// @spec 2.messages.no-conversations-yet
test("without matches the list shows a welcome", async ({ page, request }) => {
  await logInAs(page, await createAccount(request));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/messages");
  await expect(page.getByText("Welcome to your messages").filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome to your messages" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Browse" }).click();
  await expect(page).toHaveURL("/browse");
});

// @spec 2.routes.messages-messages-userid 2.messages.new-matches-avatars 2.messages.say-hello-username
// @spec 4.opening-conversation-marks
test("a new match becomes a conversation, in which a new message is counted until it is read", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await addPhotos(request, other, 1);
  await markCrushesSeen(request, me);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/messages");
  await connected;

  await test.step("a match is listed under New Matches until the first message", async () => {
    const matches = page.getByRole("region", { name: "New Matches" });
    await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
    await matches.getByRole("link", { name: other.username }).click();
    await expect(page.getByRole("heading", { name: `Say hello to ${other.username}!` })).toBeVisible();
    await expect(page.getByText("You both like Weightlifting, Running, and Hiking. Start there.")).toBeVisible();
    await page.getByRole("textbox", { name: /^Message/ }).fill("Hello!");
    await page.keyboard.press("Enter");
    await expect(matches).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Conversations" }).getByRole("link")).toHaveCount(1);
    await expect(row(page, other)).toContainText("You: Hello!");
    await expect
      .poll(() =>
        row(page, other)
          .locator("img")
          .evaluate((photo: HTMLImageElement) => photo.naturalWidth),
      )
      .toBeGreaterThan(0);
  });

  await test.step("a new message appears in the list by itself, and reading it clears the badges", async () => {
    await navigation(page).click();
    await expect(page).toHaveURL("/messages");
    await sendMessage(request, other, me, "Leg day?");
    await expect(row(page, other)).toContainText("Leg day?");
    await expect(row(page, other)).toContainText("1 unread message");
    await expect(navigation(page)).toContainText("1 unread message");
    await expect(page).toHaveTitle("(1) Messages · Spotter");
    await row(page, other).click();
    await expect(page).toHaveTitle(`${other.username} · Spotter`);
    await expect(row(page, other)).not.toContainText("unread");
    await expect(navigation(page)).toHaveText("Messages");
    await page.reload();
    await expect(row(page, other)).toContainText("Leg day?");
    await expect(navigation(page)).toHaveText("Messages");
  });
});

// @spec 2.routes.messages-messages-userid 2.messages.list-avatar-initial 2.messages.photo 8.loading-failures-only
test("conversations are listed latest first with their last message, and can be loaded again", async ({
  page,
  request,
  expectOutage,
  requireConsoleMessage,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, other, me, "Leg day?");
  await sendMessage(request, other, me, "Thursday?");
  await sendMessage(request, me, third, "Nice bar path.");
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/messages");
  await connected;
  const rows = page.getByRole("region", { name: "Conversations" }).getByRole("link");

  await test.step("a row shows the member, the latest message with its sender and time, and the unread count", async () => {
    await expect(rows).toHaveText([
      new RegExp(`${third.username}Just nowYou: Nice bar path\\.$`),
      new RegExp(`${other.username}Just nowThursday\\?2${"2 unread messages"}$`),
    ]);
    await expect(navigation(page)).toHaveText("Messages22 unread messages");
    // Members without a photo are shown by the first letter of their names.
    for (const one of [other, third]) {
      const initial = row(page, one).getByText(one.username.charAt(0).toUpperCase(), { exact: true });
      await expect(initial).toBeVisible();
    }
  });

  await test.step("the latest conversation is on top", async () => {
    await sendMessage(request, other, me, "Three");
    await expect(rows).toContainText([other.username, third.username]);
    await sendMessage(request, third, me, "Four");
    await expect(rows).toContainText([third.username, other.username]);
    await sendMessage(request, me, third, "Five");
    await expect(row(page, third)).toContainText("You: Five");
  });

  await test.step("an image is previewed as 📷 Photo", async () => {
    await changeResponse<{ conversations: { lastMessage: object }[] }>(
      page,
      "**/api/messages/conversations",
      (reply) => ({
        ...reply,
        conversations: reply.conversations.map((one) => ({
          ...one,
          lastMessage: { ...one.lastMessage, messageType: "image", content: "" },
        })),
      }),
    );
    await page.reload();
    await expect(row(page, third)).toContainText("You: 📷 Photo");
  });

  await test.step("a failed load of the conversations can be repeated", async () => {
    expectOutage();
    requireConsoleMessage(/conversations could not be loaded/);
    const restore = await failToLoad(page, "**/api/messages/conversations");
    await page.reload();
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    restore();
    await again.click();
    await expect(row(page, other)).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  // @spec 2.messages.header-back-mobile
  test("one pane is shown at a time, Back leads to the list, and the name to the profile", async ({
    page,
    request,
  }) => {
    const [me, other] = await createMatch(request);
    await sendMessage(request, other, me, "Leg day?");
    await logInAs(page, me);
    await page.goto("/messages");

    await test.step("one pane is shown at a time, and Back leads from the chat to the list", async () => {
      const list = page.getByRole("region", { name: "Conversations" });
      await expect(list).toBeVisible();
      await expect(page.getByText("Welcome to your messages")).toBeHidden();
      await row(page, other).tap();
      await expect(page.getByRole("log")).toContainText("Leg day?");
      await expect(list).toBeHidden();
      await expect(navigation(page)).toHaveCount(0);
      await page.getByRole("link", { name: "Back to messages" }).tap();
      await expect(list).toBeVisible();
      await expect(page.getByRole("log")).toHaveCount(0);
    });

    await test.step("a tap on the name opens the profile", async () => {
      await row(page, other).tap();
      await expect(page.getByRole("log")).toContainText("Leg day?");
      await page.getByRole("main").getByRole("banner").or(page.locator("main header")).getByText(other.username).tap();
      await expect(page).toHaveURL(`/profile/${other.id}`);
    });
  });

  test("a search finds people and messages, leads to the message, and is there again on Back", async ({
    page,
    request,
  }) => {
    const [me, other] = await createMatch(request);
    await sendMessage(request, other, me, "Leg day on Thursday at the old gym?");
    for (let i = 0; i < 60; i++) await sendMessage(request, i % 2 ? me : other, i % 2 ? other : me, `Set ${i}`);
    await logInAs(page, me);
    await page.goto("/messages");
    const field = page.getByRole("searchbox", { name: "Search people and messages" });
    const results = page.getByRole("region", { name: "Messages" });
    await field.fill(other.username.slice(0, 6).toUpperCase());
    await expect(page.getByRole("region", { name: "People" }).getByRole("link")).toHaveCount(1);
    await field.fill("LEG DAY");
    await expect(results.getByRole("link")).toHaveCount(1);
    await expect(results.locator("mark")).toHaveText("Leg day");
    await results.getByRole("link").tap();
    // Beyond the newest page.
    await expect(page.getByRole("log").getByText("Leg day on Thursday")).toBeInViewport();
    await page.goBack();
    await expect(field).toHaveValue("LEG DAY");
    await expect(results.getByRole("link")).toHaveCount(1);
    await page.getByRole("button", { name: "Clear search" }).tap();
    await expect(row(page, other)).toContainText("Set 59");
  });
});
