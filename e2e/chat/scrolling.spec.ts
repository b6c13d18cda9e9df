import type { Locator, Page } from "@playwright/test";
import { createMatch, deleteMessage, logInAs, type Member, sendMessage } from "#e2e/support/api-fixtures.ts";
import { log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

// @spec 7.get-api-messages-2
test("scrolling up loads older messages, and only a message sent here scrolls down", async ({ page, request }) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const texts = Array.from({ length: 70 }, (_, i) => `Message number ${i + 1}`);
  for (const content of texts) await sendMessage(request, other, me, content);
  await openChat(page, me, other);
  const down = page.getByRole("button", { name: "To the newest message" });
  const newest = log(page).getByText("Message number 70");

  await test.step("scrolling up loads older messages, each once, without layout jumps", async () => {
    const shown = () =>
      log(page)
        .getByText(/^Message number/)
        .allInnerTexts();
    await expect(newest).toBeInViewport();
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
    await log(page).hover();
    await page.mouse.wheel(0, -1200);
    await expect(newest).not.toBeInViewport();
    await sendMessage(request, other, me, "News");
    await expect(page.getByRole("button", { name: "1 new message" })).toBeVisible();
    const top = () =>
      log(page)
        .getByText("Message number 45", { exact: true })
        .evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await sendMessage(request, other, me, "More\nnews");
    await expect(page.getByRole("button", { name: "2 new messages" })).toBeVisible();
    expect(await top()).toBe(before);
    await expect(log(page).getByText("News", { exact: true })).not.toBeInViewport();
    // A screen reader announces new messages, but not older ones that are rendered while scrolling.
    await expect(log(page)).toHaveAttribute("aria-live", "off");
    await expect(page.getByRole("status").getByText("2 new messages")).toBeVisible();
    await page.getByRole("button", { name: "2 new messages" }).click();
    await expect(log(page).getByText("More")).toBeInViewport();
    await expect(page.getByRole("button", { name: "2 new messages" })).toHaveCount(0);
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
});

/** More messages per page than the server returns, to make the test faster. */
const AT_ONCE = 500;

/** Mocks a conversation of `count` messages, some of them long. */
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
  test.slow();
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
    // Scrolls to the top as fast as the pages load.
    await log(page).evaluate(async (element) => {
      const rest = () => new Promise((resolve) => setTimeout(resolve, 30));
      const until = Date.now() + 40_000;
      while (!/Message number 1(?!\d)/.test(element.textContent) && Date.now() < until) {
        element.scrollTop = -element.scrollHeight;
        await rest();
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
