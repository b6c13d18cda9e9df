import type { APIRequestContext, Page } from "@playwright/test";
import {
  createMatch,
  createMember,
  type Member,
  markRead,
  matchMembers,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { log, openChat } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

async function talk(request: APIRequestContext): Promise<readonly [Member, Member]> {
  const [me, other] = await createMatch(request);
  for (let i = 1; i <= 48; i++)
    await sendMessage(request, other, me, `Message ${i}${" and more".repeat((i * 7) % 23)}`);
  await markRead(request, me, other);
  return [me, other];
}

/** The top position of each message in the window. */
const tops = (page: Page) =>
  log(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll("li")]
      .map(
        (item) => [item.textContent.match(/Message \d+/)?.[0], Math.round(item.getBoundingClientRect().top)] as const,
      )
      .filter(([, at]) => at > top && at < bottom);
  });

async function readAbove(page: Page) {
  await expect(log(page).getByText("Message 48")).toBeInViewport();
  await log(page).hover();
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole("button", { name: "To the newest message" })).toBeVisible();
  await expect(log(page).getByText("Message 48")).not.toBeInViewport();
  return tops(page);
}

// @spec 2.messages.header-back-mobile
test("the scroll position is restored in each conversation, and after a visit to the profile", async ({
  page,
  request,
}) => {
  test.slow();
  const [me, other] = await talk(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, third, me, "Leg day?");
  await openChat(page, me, other);
  const down = page.getByRole("button", { name: "To the newest message" });

  await test.step("each conversation keeps its scroll position; one with new messages opens at the first of them", async () => {
    const before = await readAbove(page);
    const row = (name: string) => page.getByRole("listitem").getByRole("link", { name });
    await row(third.username).click();
    await expect(log(page).getByText("Leg day?")).toBeInViewport();
    await row(other.username).click();
    await expect(down).toBeVisible();
    await expect.poll(() => tops(page)).toEqual(before);
    await row(third.username).click();
    await expect(log(page).getByText("Leg day?")).toBeInViewport();
    await sendMessage(request, other, me, "News");
    await row(other.username).click();
    await expect(log(page).getByText("News")).toBeInViewport();
    await row(third.username).click();
    await expect(log(page).getByText("Leg day?")).toBeInViewport();
    await row(other.username).click();
    await expect(log(page).getByText("News")).toBeInViewport();
    await expect(down).toHaveCount(0);
  });

  await test.step("returning from the profile restores the scroll position", async () => {
    const before = await readAbove(page);
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
