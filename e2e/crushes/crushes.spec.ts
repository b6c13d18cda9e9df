import type { APIRequestContext, Page } from "@playwright/test";
import { createMember, logInAs, type Member, matchMembers, sendCrush, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const card = (page: Page, person: Member) => page.getByRole("article").filter({ hasText: person.username });

/** Sends a crush about the recipient's answer. */
async function likeAnswer(request: APIRequestContext, { token }: Member, { id }: Member): Promise<void> {
  const about = { kind: "prompt", question: "My rest day looks like..." };
  const headers = { authorization: `Bearer ${token}` };
  const reply = await request.post("/api/match/send-crush", { headers, data: { recipientId: id, about } });
  expect(reply.ok()).toBe(true);
}

// @spec 2.routes.crushes 2.my-crushes.four-stat-tabs 2.my-crushes.received-view-profile
// @spec 2.my-crushes.sent-waiting-response 2.my-crushes.matches-view-profile
// @spec 2.my-crushes.active-actively-chatting 4.sent-means-sent
test("the four lists are empty at first, load again after a failure, lead to profiles and chats, and take answers", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, other] = [await createMember(request), await createMember(request)];
  const people = await Promise.all(Array.from({ length: 4 }, () => createMember(request)));
  const [admirer, crush, quiet, chatty] = people as [Member, Member, Member, Member];
  await logInAs(page, me);
  await page.goto("/crushes");

  await test.step("each empty list shows the reason and a next step", async () => {
    const reasons = new Set<string>();
    for (const [name, address] of [
      ["Crushes Received", "/profile"],
      ["Crushes Sent", "/browse"],
      ["Matches", "/browse"],
      ["Active Connections", "/browse"],
    ] as const) {
      await tab(page, name).click();
      await expect(tab(page, name)).toContainText("0");
      const list = page.getByRole("tabpanel", { name });
      await expect(list.getByRole("link")).toHaveAttribute("href", address);
      reasons.add(await list.getByRole("heading").innerText());
    }
    expect(reasons.size).toBe(4);
  });

  await test.step("lists that fail to load can be loaded again", async () => {
    expectRefusals();
    await matchMembers(request, me, other);
    await likeAnswer(request, admirer, me);
    await sendCrush(request, me, crush);
    await matchMembers(request, me, quiet);
    await matchMembers(request, me, chatty);
    await sendMessage(request, chatty, me, "Leg day?");
    const restore = await refuseRequests(page, "GET", "**/api/crushes/lists/received", 429);
    await page.goto("/crushes");
    const again = page.getByRole("tabpanel").getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    restore();
    await again.click();
    await expect(page.getByRole("article")).toHaveCount(4);
  });

  await test.step("four tabs count and list received crushes, sent crushes, matches and chats", async () => {
    for (const [name, count, who] of [
      ["Crushes Received", 4, [chatty, quiet, admirer, other]],
      ["Crushes Sent", 1, [crush]],
      ["Matches", 3, [chatty, quiet, other]],
      ["Active Connections", 1, [chatty]],
    ] as const) {
      await expect(tab(page, name)).toHaveText(new RegExp(`^${count}\\s*${name}$`));
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
      await expect(page.getByRole("article").getByRole("heading")).toContainText(who.map((one) => one.username));
    }
  });

  await test.step("a list loads its next page when its end comes near", async () => {
    const pages = "**/api/crushes/lists/received*";
    await page.route(pages, async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "2");
      await route.continue({ url: url.href });
    });
    await page.goto("/crushes");
    await expect(page.getByRole("article").getByRole("heading")).toContainText(
      [chatty, quiet, admirer, other].map((one) => one.username),
    );
    await page.unroute(pages);
  });

  await test.step("arrow keys only move along the tabs, and Enter opens one", async () => {
    await tab(page, "Crushes Received").click();
    await page.keyboard.press("ArrowLeft");
    await expect(tab(page, "Active Connections")).toBeFocused();
    await expect(tab(page, "Crushes Received")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(tab(page, "Active Connections")).toHaveAttribute("aria-selected", "true");
  });

  await test.step("a chat is listed as 'Actively chatting', and Continue Chat opens it", async () => {
    await expect(card(page, chatty)).toContainText("Actively chatting");
    await card(page, chatty).getByRole("link", { name: "Continue Chat" }).click();
    await expect(page).toHaveURL(`/messages/${chatty.id}`);
    await expect(page.getByRole("log")).toContainText("Leg day?");
    await page.goBack();
  });

  await test.step("a sent crush is listed as waiting for a response", async () => {
    await tab(page, "Crushes Sent").click();
    await expect(page).toHaveURL("/crushes?tab=sent");
    await expect(card(page, crush)).toContainText("Waiting for response...");
    await card(page, crush).getByRole("link").first().click();
    await expect(page.getByRole("button", { name: "Crush Sent ✓" })).toBeDisabled();
    await page.goBack();
  });

  await test.step("a match can be viewed and messaged", async () => {
    await tab(page, "Matches").click();
    await expect(page).toHaveURL("/crushes?tab=matches");
    const link = card(page, quiet).getByRole("link", { name: "View Profile" });
    await expect(link).toHaveAttribute("href", `/profile/${quiet.id}`);
    await card(page, quiet).getByRole("link", { name: "Send Message" }).click();
    await expect(page).toHaveURL(`/messages/${quiet.id}`);
    await expect(page.getByRole("textbox", { name: `Message ${quiet.username}` })).toBeVisible();
    await page.goBack();
  });

  await test.step("a received crush says what it is about and can be answered, and the button shows the result", async () => {
    await tab(page, "Crushes Received").click();
    await expect(card(page, admirer)).toContainText("Likes your answer “Pancakes.”");
    await card(page, admirer).getByRole("link", { name: "View Profile" }).click();
    await expect(page.getByText("Likes your answer “Pancakes.”")).toBeVisible();
    await page.getByRole("link", { name: /^My Crushes/ }).click();
    await card(page, admirer)
      .getByRole("button", { name: /^Send Crush Back/ })
      .click();
    await page.getByRole("button", { name: "Keep browsing" }).click();
    await expect(card(page, admirer).getByRole("button", { name: "Crush Sent ✓" })).toBeDisabled();
    await expect(tab(page, "Matches")).toContainText("4");
    await card(page, admirer).getByRole("link", { name: "View Profile" }).click();
    // The URL changes before the screen, whose list has such links, too.
    await expect(page.getByRole("tabpanel")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Send Message" })).toHaveAttribute("href", `/messages/${admirer.id}`);
  });
});
