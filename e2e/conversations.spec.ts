import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { change, failToLoad, live } from "./network.ts";
import {
  addPhotos,
  enterAs,
  makeMatch,
  makeNewcomer,
  makePerson,
  match,
  type Person,
  say,
  seeCrushes,
} from "./people.ts";

const row = (page: Page, person: Person) => page.getByRole("listitem").getByRole("link", { name: person.username });
const navigation = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Messages/ });

test("with no match there are no conversations, and a welcome", async ({ page, request }) => {
  await enterAs(page, await makeNewcomer(request));
  await page.goto("/messages");
  await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome to your messages" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Browse" }).click();
  await expect(page).toHaveURL("/browse");
});

test("a match waits under New Matches until something is said", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await addPhotos(request, other, 1);
  await enterAs(page, me);
  await page.goto("/messages");
  const matches = page.getByRole("region", { name: "New Matches" });
  await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
  await matches.getByRole("link", { name: other.username }).click();
  await expect(page.getByRole("heading", { name: `Say hello to ${other.username}!` })).toBeVisible();
  await expect(page.getByText("You both like Weightlifting, Running, and Hiking. Start there.")).toBeVisible();
  await page.getByRole("textbox").fill("Hello!");
  await page.keyboard.press("Enter");
  await expect(matches).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Conversations" }).getByRole("link")).toHaveCount(1);
});

test("a row shows who, what was said last, by whom and when, and what is unread", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  const third = await makePerson(request);
  await match(request, me, third);
  await say(request, other, me, "Leg day?");
  await say(request, other, me, "Thursday?");
  await say(request, me, third, "Nice bar path.");
  await enterAs(page, me);
  await page.goto("/messages");
  await expect(page.getByRole("region", { name: "Conversations" }).getByRole("link")).toHaveText([
    new RegExp(`${third.username}Just nowYou: Nice bar path\\.$`),
    new RegExp(`${other.username}Just nowThursday\\?2${"2 unread messages"}$`),
  ]);
  await expect(navigation(page)).toHaveText("Messages22 unread messages");
});

test("an image is previewed as 📷 Photo", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await say(request, me, other, "Look:");
  await enterAs(page, me);
  await change<{ conversations: { lastMessage: object }[] }>(page, "**/api/messages/conversations", (reply) => ({
    ...reply,
    conversations: reply.conversations.map((one) => ({
      ...one,
      lastMessage: { ...one.lastMessage, messageType: "image", content: "" },
    })),
  }));
  await page.goto("/messages");
  await expect(row(page, other)).toContainText("You: 📷 Photo");
});

test("a message arrives in the list by itself, and reading it takes the badges away", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await seeCrushes(request, me);
  await enterAs(page, me);
  const connected = live(page);
  await page.goto("/messages");
  await expect(row(page, other)).toBeVisible();
  await connected;
  await say(request, other, me, "Leg day?");
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

test("what was said goes on top", async ({ page, request }) => {
  const [me, first] = await makeMatch(request);
  const second = await makePerson(request);
  await match(request, me, second);
  await say(request, first, me, "One");
  await say(request, second, me, "Two");
  await enterAs(page, me);
  const connected = live(page);
  await page.goto("/messages");
  const rows = page.getByRole("region", { name: "Conversations" }).getByRole("link");
  await expect(rows).toContainText([second.username, first.username]);
  await connected;
  await say(request, first, me, "Three");
  await expect(rows).toContainText([first.username, second.username]);
});

test("conversations that cannot be loaded leave a quiet way to try again", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Leg day?");
  await enterAs(page, me);
  const mend = await failToLoad(page, "**/api/messages/conversations");
  await page.goto("/messages");
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  mend();
  await again.click();
  await expect(row(page, other)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("there is one pane at a time, and Back leads from the chat to the list", async ({ page, request }) => {
    const [me, other] = await makeMatch(request);
    await say(request, other, me, "Leg day?");
    await enterAs(page, me);
    await page.goto("/messages");
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

  test("a tap on the name leads to the profile", async ({ page, request }) => {
    const [me, other] = await makeMatch(request);
    await enterAs(page, me);
    await page.goto(`/messages/${other.id}`);
    await page.getByRole("main").getByRole("banner").or(page.locator("main header")).getByText(other.username).tap();
    await expect(page).toHaveURL(`/profile/${other.id}`);
  });
});
