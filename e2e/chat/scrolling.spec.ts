import type { Locator, Page } from "@playwright/test";
import {
  createAccount,
  createMatch,
  deleteMessage,
  logInAs,
  type Member,
  markRead,
  matchMembers,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

/** The top position of each message in the window. */
const tops = (page: Page) =>
  log(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll("li")]
      .map(
        (item) =>
          [item.textContent.match(/Message number \d+/)?.[0], Math.round(item.getBoundingClientRect().top)] as const,
      )
      .filter(([, at]) => at > top && at < bottom);
  });

/** @returns the positions of the messages then */
async function readAbove(page: Page, newest: Locator) {
  await expect(newest).toBeInViewport();
  await log(page).hover();
  await page.mouse.wheel(0, -1200);
  await expect(page.getByRole("button", { name: "To the newest message" })).toBeVisible();
  await expect(newest).not.toBeInViewport();
  return tops(page);
}

// @spec 7.get-api-messages-2 2.messages.header-back-mobile
test("a conversation opens at what is unread, loads older messages, and keeps its scroll position", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createAccount(request);
  await matchMembers(request, me, third);
  const texts = Array.from(
    { length: 70 },
    (_, i) => `Message number ${i + 1}${" and more".repeat(((i + 1) * 7) % 23)}`,
  );
  for (const content of texts.slice(0, 25)) await sendMessage(request, other, me, content);
  await markRead(request, me, other);
  for (const content of texts.slice(25)) await sendMessage(request, other, me, content);
  await sendMessage(request, third, me, "Read before");
  await markRead(request, me, third);
  for (const content of ["Unread", "Unread too"]) await sendMessage(request, third, me, content);
  await openChat(page, me, third);
  const down = page.getByRole("button", { name: "To the newest message" });
  const openRow = ({ username }: Member) => page.getByRole("listitem").getByRole("link", { name: username }).click();
  const numbered = (number: number) => log(page).getByText(new RegExp(`^Message number ${number}\\b`));
  const newest = numbered(70);

  await test.step("a divider marks the first unread message until the member leaves the conversation", async () => {
    const items = log(page).getByRole("listitem");
    await expect(items).toHaveText([/Read before/, /New messages.*Unread/, /Unread too/]);
    await sendFromComposer(page, "Here I am");
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    await expect(items.nth(1)).toContainText("New messages");
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Messages/ })
      .click();
    await expect(log(page)).toHaveCount(0);
    await openRow(third);
    await expect(items).toHaveCount(4);
    await expect(log(page).getByText("New messages")).toHaveCount(0);
  });

  await test.step("if unread messages exceed the screen, buttons scroll to the first and to the newest, and keep the focus", async () => {
    await openRow(other);
    await expect(newest).toBeInViewport();
    const up = page.getByRole("button", { name: "New messages", exact: true });
    await up.press("Enter");
    await expect(log(page).getByText("New messages")).toBeInViewport();
    await expect(numbered(26)).toBeInViewport();
    await expect(log(page)).toBeFocused();
    await expect(up).toHaveCount(0);
    await down.press("Enter");
    await expect(newest).toBeInViewport();
    await expect(down).toHaveCount(0);
    await expect(up).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
  });

  await test.step("scrolling up loads older messages, each once", async () => {
    const shown = async () =>
      (
        await log(page)
          .getByText(/^Message number/)
          .allInnerTexts()
      ).map((text) => text.trim());
    const seen = new Set(await shown());
    expect(seen.size).toBeLessThanOrEqual(50);
    await log(page).hover();
    await expect(async () => {
      await page.mouse.wheel(0, -600);
      const now = await shown();
      expect(new Set(now).size).toBe(now.length);
      for (const text of now) seen.add(text);
      expect(texts.filter((text) => !seen.has(text))).toEqual([]);
    }).toPass({ intervals: [100] });
    await down.click();
    await expect(newest).toBeInViewport();
    await expect(down).toHaveCount(0);
  });

  await test.step("a new message does not scroll a member who reads older ones", async () => {
    await readAbove(page, newest);
    await sendMessage(request, other, me, "News");
    await expect(page.getByRole("button", { name: "1 new message" })).toBeVisible();
    const before = await tops(page);
    await sendMessage(request, other, me, "More\nnews");
    const button = page.getByRole("button", { name: "2 new messages" });
    await expect(button).toBeVisible();
    expect(await tops(page)).toEqual(before);
    await expect(log(page).getByText("News", { exact: true })).not.toBeInViewport();
    // A screen reader announces new messages, but not older ones that are rendered while scrolling.
    await expect(log(page)).toHaveAttribute("aria-live", "off");
    await expect(page.getByRole("status").getByText("2 new messages")).toBeVisible();
    await button.press("Enter");
    await expect(log(page).getByText(/^More\s+news$/)).toBeInViewport();
    await expect(button).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await expect(log(page)).toHaveAttribute("aria-live", "polite");
  });

  await test.step("only a message sent here scrolls down, not one from another device or one that becomes the last", async () => {
    await sendMessage(request, me, other, "Mine before");
    await sendMessage(request, other, me, "Theirs");
    await expect(log(page).getByText("Theirs")).toBeInViewport();
    await expect(down).toHaveCount(0);
    await log(page).hover();
    await page.mouse.wheel(0, -1200);
    await expect(log(page).getByText("Theirs")).not.toBeInViewport();
    const place = () => log(page).evaluate((element) => element.scrollTop);
    const preview = (text: string) => page.getByRole("link").filter({ hasText: text });
    await deleteMessage(request, other, me, "Theirs");
    await expect(preview("Mine before")).toBeVisible();
    expect(await place()).toBeLessThan(-600);
    await sendMessage(request, me, other, "From the phone");
    await expect(preview("From the phone")).toBeVisible();
    expect(await place()).toBeLessThan(-600);
    await sendFromComposer(page, "From here");
    await expect(log(page).getByText("From here")).toBeInViewport();
  });

  await test.step("each conversation keeps its scroll position; one with new messages opens at the first of them", async () => {
    const before = await readAbove(page, log(page).getByText("From here"));
    await openRow(third);
    await expect(log(page).getByText("Here I am")).toBeInViewport();
    await openRow(other);
    await expect(down).toBeVisible();
    await expect.poll(() => tops(page)).toEqual(before);
    await openRow(third);
    await expect(log(page).getByText("Here I am")).toBeInViewport();
    await sendMessage(request, other, me, "Late");
    await openRow(other);
    await expect(log(page).getByText("Late")).toBeInViewport();
    await openRow(third);
    await expect(log(page).getByText("Here I am")).toBeInViewport();
    await openRow(other);
    await expect(log(page).getByText("Late")).toBeInViewport();
    await expect(down).toHaveCount(0);
  });

  await test.step("returning from the profile restores the scroll position", async () => {
    const before = await readAbove(page, log(page).getByText("Late"));
    await page.getByRole("main").getByRole("heading", { level: 1 }).click();
    await expect(page).toHaveURL(`/profile/${other.id}`);
    await page.goBack();
    await expect(down).toBeVisible();
    await expect.poll(() => tops(page)).toEqual(before);
    // New messages are counted without moving the visible ones.
    await page.goForward();
    await expect(page.getByRole("heading", { level: 1, name: other.username })).toBeVisible();
    await sendMessage(request, other, me, "More to say");
    await page.goBack();
    await expect(page.getByRole("button", { name: "1 new message" })).toBeVisible();
    await expect.poll(() => tops(page)).toEqual(before);
    await page.getByRole("button", { name: "1 new message" }).click();
    await expect(log(page).getByText("More to say")).toBeInViewport();
  });
});

/** A larger page than the server's makes the test faster. */
const AT_ONCE = 500;

async function mockConversation(page: Page, me: Member, other: Member, count: number): Promise<void> {
  const conversationId = [me.id, other.id].toSorted().join("_");
  const idOf = (seq: number) => `00000000-0000-4000-8000-${String(seq).padStart(12, "0")}`;
  const messageOf = (seq: number) => ({
    _id: idOf(seq),
    conversationId,
    sender: { _id: seq % 3 ? other.id : me.id, username: "" },
    content: seq % 7 === 0 ? `Message number ${seq}. ${"A long one. ".repeat(seq % 40)}` : `Message number ${seq}`,
    messageType: "text",
    imageUrl: null,
    image: null,
    createdAt: new Date(Date.now() - (count - seq) * 900_000).toISOString(),
    read: true,
    readAt: new Date().toISOString(),
    seq,
    clientId: null,
    reactions: [],
    replyTo: null,
  });
  await page.route(`**/api/messages/${other.id}*`, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const before = query.get("before");
    const end = before === null ? count : Number(before.slice(-12)) - 1;
    const from = query.has("after") ? end + 1 : Math.max(1, end - AT_ONCE + 1);
    const messages = Array.from({ length: end - from + 1 }, (_, i) => messageOf(from + i));
    const hasMore = from > 1 && !query.has("after");
    await route.fulfill({
      json: { success: true, conversationId, messages, deleted: [], readAt: null, rev: count, hasMore },
    });
  });
}

test("a conversation of thousands of messages is rendered in part, scrolls without jumps, and by Home and End", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  await mockConversation(page, me, other, 5000);
  await page.goto(`/messages/${other.id}`);
  const [oldest, newest] = ["Message number 1", "Message number 5000"].map((text) =>
    log(page).getByText(text, { exact: true }),
  ) as [Locator, Locator];
  const down = page.getByRole("button", { name: "To the newest message" });
  await expect(newest).toBeInViewport();

  await test.step("a conversation of thousands of messages is rendered in part, and scrolls without jumps", async () => {
    const drawn = () => log(page).getByRole("listitem").count();
    // Scrolls to the top as fast as the pages load. React may still replace what was drawn before it.
    await page.evaluate(async () => {
      const rest = () => new Promise((resolve) => setTimeout(resolve, 30));
      const until = Date.now() + 40_000;
      for (let text = ""; !/Message number 1(?!\d)/.test(text) && Date.now() < until; await rest()) {
        const element = document.querySelector("main [role=log]");
        if (element) element.scrollTop = -element.scrollHeight;
        text = element?.textContent ?? "";
      }
    });
    await expect(oldest).toBeAttached();
    expect(await drawn()).toBeLessThan(150);
    // Visible messages move exactly as far as the scroll position, also into parts that were never rendered.
    const moved = await log(page).evaluate(async (element) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      const tops = () => {
        const items = [...element.querySelectorAll("li")];
        return new Map(items.map((item) => [item.textContent, item.getBoundingClientRect().top]));
      };
      const errors: number[] = [];
      for (let step = 0; step < 120; step++) {
        const before = tops();
        const by = step < 80 ? 180 : -180;
        element.scrollTop += by;
        await frame();
        await frame();
        for (const [text, top] of tops()) {
          const was = before.get(text);
          if (was !== undefined && top > 0 && top < 700) errors.push(Math.abs(was - top - by));
        }
      }
      return Math.max(...errors);
    });
    expect(moved).toBeLessThanOrEqual(2);
    expect(await drawn()).toBeLessThan(150);
    await down.click();
    await expect(newest).toBeInViewport();
  });

  await test.step("Home and End scroll to the top of the loaded messages and to the latest one", async () => {
    await log(page).focus();
    await page.keyboard.press("Home");
    await expect(oldest).toBeInViewport();
    await page.keyboard.press("End");
    await expect(newest).toBeInViewport();
    await expect(down).toHaveCount(0);
  });
});
