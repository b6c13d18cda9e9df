import type { Page } from "@playwright/test";
import { blockMember, createMember, logInAs, type Member, matchMembers } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, recordRequests, refuseRequests, showOnly } from "#e2e/support/network.ts";
import { choose, more, openChat, question } from "#e2e/support/safety-page.ts";

const conversations = (page: Page) => page.getByRole("region", { name: "Conversations" });
const end = (page: Page, item: string) => question(page).getByRole("button", { name: item }).click();

test("Unmatch and Block in the chat ask first, change nothing if they fail, and remove the member without a live event", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const last = await createMember(request);
  const { other, third } = await openChat(page, request, (me) => matchMembers(request, me, last));
  const requests = recordRequests(page);
  const expectEnded = async (member: Member, words: string) => {
    await expect(page).toHaveURL("/messages");
    await expect(toast(page, words)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeFocused();
    await expect(page.getByRole("main").getByRole("link", { name: member.username })).toHaveCount(0);
    expect(requests.filter((one) => one.includes(member.id))).toEqual([]);
  };

  await test.step("both ask with their consequences, and Escape returns the focus", async () => {
    const gone = "The conversation disappears for both of you.";
    for (const [item, text] of [
      ["Unmatch", `${gone} ${other.username} is not told. You cannot match again.`],
      ["Block", `You will not see each other any more. ${gone} ${other.username} is not told.`],
    ] as const) {
      await choose(page, item);
      await expect(question(page)).toHaveAccessibleName(`${item} ${other.username}?`);
      await expect(question(page)).toHaveAccessibleDescription(text);
      await page.keyboard.press("Escape");
      await expect(question(page)).toBeHidden();
      await expect(more(page)).toBeFocused();
    }
  });

  await test.step("a failed block or unmatch changes nothing and is reported", async () => {
    const acceptBlock = await refuseRequests(page, "POST", "**/api/safety/block", 500);
    const acceptUnmatch = await abortRequests(page, "POST", "**/api/match/unmatch");
    for (const [item, words] of [
      ["Block", "Failed to block"],
      ["Unmatch", "Failed to unmatch"],
    ] as const) {
      await choose(page, item);
      await end(page, item);
      await expect(toast(page, words)).toBeVisible();
      await question(page).getByRole("button", { name: "Cancel" }).click();
      await expect(question(page)).toBeHidden();
    }
    await expect(page).toHaveURL(`/messages/${other.id}`);
    await expect(page.getByRole("log").getByText("Leg day?")).toBeVisible();
    acceptBlock();
    acceptUnmatch();
  });

  await test.step("an unmatch returns to the list without the member", async () => {
    await choose(page, "Unmatch");
    requests.length = 0;
    await end(page, "Unmatch");
    await expectEnded(other, "You are no longer matched.");
  });

  await test.step("menu, confirmation and block can be used by keyboard", async () => {
    await conversations(page).getByRole("link", { name: third.username }).click();
    await expect(page.getByRole("log").getByText("Still here.")).toBeVisible();
    await more(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Mute" })).toBeFocused();
    // By its first letter.
    await page.keyboard.press("u");
    await expect(page.getByRole("menuitem", { name: "Unmatch" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Block" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question(page).getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(question(page).getByRole("button", { name: "Block" })).toBeFocused();
    requests.length = 0;
    await page.keyboard.press("Enter");
    await expectEnded(third, `You have blocked ${third.username}.`);
  });

  await test.step("both are missing among the matches", async () => {
    await page.getByRole("link", { name: "My Crushes" }).click();
    await page.getByRole("tab", { name: "1 Matches" }).click();
    await expect(page.getByText(last.username)).toBeVisible();
    for (const { username } of [other, third]) await expect(page.getByText(username, { exact: true })).toHaveCount(0);
  });
});

test("on profiles, a member is blocked with three presses and restored, a match is ended, and one who blocked me is not found", async ({
  page,
  request,
  expectRefusals,
}) => {
  const me = await createMember(request);
  const strangers = [await createMember(request), await createMember(request)] as const;
  const match = await createMember(request);
  await matchMembers(request, me, match);
  await logInAs(page, me);
  await showOnly(page, strangers);
  await page.goto("/browse");
  const [first, second] = strangers;

  await test.step("three presses block the member, and Browse continues without them", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("link", { name: new RegExp(first.username) }).click();
    await more(page).click();
    // On phones a profile has no tab bar, so the menu leads to that of the tab bar.
    await expect(page.getByRole("menuitem")).toHaveText(["Block", "Report", "Menu"]);
    await page.getByRole("menuitem", { name: "Block" }).click();
    await end(page, "Block");
    await expect(page).toHaveURL("/browse");
    await expect(toast(page, `You have blocked ${first.username}.`)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeFocused();
    await expect(page.getByText(second.username)).toBeVisible();
    await expect(page.getByText(first.username, { exact: true })).toHaveCount(0);
  });

  expectRefusals();

  await test.step("a stranger who blocks me disappears from an open Browse when it is visible again", async () => {
    const card = page.getByRole("main").getByRole("article");
    await expect(card).toContainText(second.username);
    await blockMember(request, second, me);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(card).toHaveCount(0);
  });

  await test.step("the profile of a member who blocked me is not found", async () => {
    await page.goto(`/profile/${second.id}`);
    await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
    await expect(page.getByText("blocked")).toHaveCount(0);
  });

  await test.step("the profile of a blocked member shows the block, and Unblock restores the profile", async () => {
    await page.goto(`/profile/${first.id}`);
    await expect(page.getByRole("heading", { name: "You have blocked this member." })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Unblock" }).click();
    await expect(toast(page, `You have unblocked ${first.username}.`)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: first.username })).toBeFocused();
  });

  await test.step("a match can be ended on the profile", async () => {
    await page.goto(`/profile/${match.id}`);
    await choose(page, "Unmatch");
    await end(page, "Unmatch");
    await expect(page).toHaveURL("/browse");
    await expect(toast(page, "You are no longer matched.")).toBeVisible();
  });
});
