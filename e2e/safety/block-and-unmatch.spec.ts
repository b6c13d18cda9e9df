import type { Page } from "@playwright/test";
import { blockMember, createMember, logInAs, matchMembers } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, recordRequests, refuseRequests, showOnly } from "#e2e/support/network.ts";
import { choose, more, openChat, question } from "#e2e/support/safety-page.ts";

const conversations = (page: Page) => page.getByRole("region", { name: "Conversations" });

for (const { item, title, text, words } of [
  {
    item: "Unmatch",
    title: (name: string) => `Unmatch ${name}?`,
    text: (name: string) => `The conversation disappears for both of you. ${name} is not told. You cannot match again.`,
    words: () => "You are no longer matched.",
  },
  {
    item: "Block",
    title: (name: string) => `Block ${name}?`,
    text: (name: string) =>
      `You will not see each other any more. The conversation disappears for both of you. ${name} is not told.`,
    words: (name: string) => `You have blocked ${name}.`,
  },
]) {
  test(`${item} in the chat asks for confirmation, removes the member and returns to the list, without a live event`, async ({
    page,
    request,
  }) => {
    const { other, third } = await openChat(page, request);
    await choose(page, item);
    await expect(question(page)).toHaveAccessibleName(title(other.username));
    await expect(question(page)).toHaveAccessibleDescription(text(other.username));
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await expect(more(page)).toBeFocused();

    await choose(page, item);
    const requests = recordRequests(page);
    await question(page).getByRole("button", { name: item }).click();
    await expect(page).toHaveURL("/messages");
    await expect(toast(page, words(other.username))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeFocused();
    await expect(conversations(page).getByRole("link", { name: third.username })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: other.username })).toHaveCount(0);
    expect(requests.filter((one) => one.includes(other.id))).toEqual([]);

    await page.getByRole("link", { name: "My Crushes" }).click();
    await page.getByRole("tab", { name: "1 Matches" }).click();
    await expect(page.getByText(third.username)).toBeVisible();
    await expect(page.getByText(other.username, { exact: true })).toHaveCount(0);
  });
}

test("a failed block or unmatch changes nothing, and the member is blocked by keyboard", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const { other } = await openChat(page, request);

  await test.step("a failed block or unmatch changes nothing and is reported", async () => {
    const acceptBlock = await refuseRequests(page, "POST", "**/api/safety/block", 500);
    const acceptUnmatch = await abortRequests(page, "POST", "**/api/match/unmatch");
    for (const [item, words] of [
      ["Block", "Failed to block"],
      ["Unmatch", "Failed to unmatch"],
    ] as const) {
      await choose(page, item);
      await question(page).getByRole("button", { name: item }).click();
      await expect(toast(page, words)).toBeVisible();
      await question(page).getByRole("button", { name: "Cancel" }).click();
      await expect(question(page)).toBeHidden();
    }
    await expect(page).toHaveURL(`/messages/${other.id}`);
    await expect(page.getByRole("log").getByText("Leg day?")).toBeVisible();
    acceptBlock();
    acceptUnmatch();
  });

  await test.step("menu, confirmation and block can be used by keyboard", async () => {
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
    await page.keyboard.press("Enter");
    await expect(toast(page, `You have blocked ${other.username}.`)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});

test("on a profile, a member is blocked with three presses, and a match can be ended", async ({ page, request }) => {
  test.slow();
  const me = await createMember(request);
  const strangers = [await createMember(request), await createMember(request), await createMember(request)] as const;
  const match = await createMember(request);
  await matchMembers(request, me, match);
  await logInAs(page, me);
  await showOnly(page, strangers);
  await page.goto("/browse");
  const [first, second, third] = strangers;

  for (const [width, other, next] of [
    [360, first, second],
    [1280, second, third],
  ] as const) {
    await test.step(`three presses block the member, and Browse continues without them: ${width}`, async () => {
      await page.setViewportSize({ width, height: 740 });
      await page.getByRole("link", { name: new RegExp(other.username) }).click();
      await more(page).click();
      // On phones a profile has no tab bar, so the menu has what its menu has.
      const further = width < 900 ? ["Settings", "Logout"] : [];
      await expect(page.getByRole("menuitem")).toHaveText(["Block", "Report", ...further]);
      await page.getByRole("menuitem", { name: "Block" }).click();
      await question(page).getByRole("button", { name: "Block" }).click();
      await expect(page).toHaveURL("/browse");
      await expect(toast(page, `You have blocked ${other.username}.`)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeFocused();
      await expect(page.getByText(next.username)).toBeVisible();
      await expect(page.getByText(other.username, { exact: true })).toHaveCount(0);
    });
  }

  await test.step("a match can be ended on the profile", async () => {
    await page.goto(`/profile/${match.id}`);
    await choose(page, "Unmatch");
    await question(page).getByRole("button", { name: "Unmatch" }).click();
    await expect(page).toHaveURL("/browse");
    await expect(toast(page, "You are no longer matched.")).toBeVisible();
  });
});

test("a member who blocked me disappears and is not found, and a profile that I blocked can be restored", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const [me, blocking, blocked] = [
    await createMember(request),
    await createMember(request),
    await createMember(request),
  ];
  await logInAs(page, me);

  await test.step("a stranger who blocks me disappears from an open Browse when it is visible again", async () => {
    await showOnly(page, [blocking]);
    await page.goto("/browse");
    const card = page.getByRole("main").getByRole("article");
    await expect(card).toContainText(blocking.username);
    await blockMember(request, blocking, me);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(card).toHaveCount(0);
  });

  await test.step("the profile of a member who blocked me is not found", async () => {
    await page.goto(`/profile/${blocking.id}`);
    await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
    await expect(page.getByText("blocked")).toHaveCount(0);
  });

  await test.step("the profile of a blocked member shows the block, and Unblock restores the profile", async () => {
    await blockMember(request, me, blocked);
    await page.goto(`/profile/${blocked.id}`);
    await expect(page.getByRole("heading", { name: "You have blocked this member." })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Unblock" }).click();
    await expect(toast(page, `You have unblocked ${blocked.username}.`)).toBeVisible();
    const name = page.getByRole("heading", { level: 1, name: blocked.username });
    await expect(name).toBeFocused();
  });
});
