import type { Locator } from "@playwright/test";
import { createAccount, createMatch, type Member, matchMembers, sendMessage } from "#e2e/support/api-fixtures.ts";
import { bubble, composer, hide, log, sendFromComposer, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { open } from "#e2e/support/toasts.ts";

/** Collects the texts of a live region from now on. */
async function collectAnnouncements(region: Locator): Promise<() => Promise<string[]>> {
  const announcements = await region.evaluateHandle((element) => {
    const texts: string[] = [];
    const observer = new MutationObserver(() => texts.push(element.textContent));
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  return () => announcements.jsonValue();
}

// @spec 2.messages.typing 2.messages.double-check-mark 4.typing-told-throttled 4.read-notice-turns
// @spec 4.opening-conversation-marks 4.what-comes-into 6.only-sender-has 9.timing-300-350
test("two members see messages, reads, typing and reactions at once, and a screen reader announces them once", async ({
  page,
  person,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createAccount(request);
  await matchMembers(request, me, third);
  const theirs = await person();
  await Promise.all([open(page, me, "/settings"), open(theirs, other, "/messages")]);
  const list = (one: typeof page) =>
    one
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Messages/ })
      .click();
  const openRow = (one: typeof page, { username }: Member) =>
    one.getByRole("main").getByRole("link", { name: username }).first().click();
  const typing = page.getByText("typing...");

  await test.step("a message is announced on every screen except its own conversation", async () => {
    const news = page.getByRole("status").filter({ hasText: /^New message from/ });
    await sendMessage(request, other, me, "Leg day?");
    await expect(news).toHaveText(`New message from ${other.username}`);
    // An open dialog must not silence the live region.
    await expect(news).toHaveAttribute("aria-live", "polite");
    await expect(news).toHaveCount(0);
    await list(page);
    await openRow(page, other);
    await expect(log(page).getByText("Leg day?")).toBeVisible();
    const announcements = await collectAnnouncements(page.locator('[role="status"][aria-live="polite"]'));
    await sendMessage(request, other, me, "Thursday?");
    await expect(log(page).getByText("Thursday?")).toBeVisible();
    await sendMessage(request, third, me, "Nice bar path.");
    await expect(news).toHaveText(`New message from ${third.username}`);
    expect(await announcements()).toEqual([`New message from ${third.username}`]);
  });

  await test.step("a sent message has one check mark, and a read one has two", async () => {
    await sendFromComposer(page, "Or today?");
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    await openRow(theirs, me);
    await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
    await expect(log(page).getByText("Sent", { exact: true })).toHaveCount(0);
    // Messages of the other member have no check marks.
    const received = log(theirs).getByRole("listitem").filter({ hasText: "Or today?" });
    await expect(received).toBeVisible();
    await expect(received.getByText(/^(Sent|Read)$/)).toHaveCount(0);
  });

  await test.step("typing is shown in the chat and in the list until it stops, and is announced once", async () => {
    const status = page
      .getByRole("main")
      .locator("header")
      .filter({ has: page.getByRole("heading", { level: 1 }) })
      .getByRole("status");
    const announcements = await collectAnnouncements(status);
    await composer(theirs).pressSequentially("Su");
    await expect(typing).toHaveCount(2);
    await expect(status).toHaveText(`${other.username} is typing`);
    await expect(typing).toHaveCount(0);
    await expect(status).toHaveText("");
    await composer(theirs).pressSequentially("re");
    await expect(typing.first()).toBeVisible();
    expect(await announcements()).toEqual([`${other.username} is typing`, ""]);
  });

  await test.step("a message ends the typing indicator of its sender", async () => {
    await composer(theirs).press("Enter");
    await expect(log(page).getByText("Sure", { exact: true })).toBeVisible();
    await expect(typing).toHaveCount(0, { timeout: 1000 });
  });

  await test.step("a reaction is set, changed and taken back, and both members see it at once", async () => {
    const reaction = log(theirs).getByText(new RegExp(`^${me.username} reacted with`));
    await bubble(page, "Leg day?").click({ button: "right" });
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitemcheckbox", { name: "React with strength" })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(reaction).toHaveText(`${me.username} reacted with fire`);
    await expect(log(page).getByRole("button", { name: "Your reaction: fire. Remove it" })).toBeVisible();
    await expectAccessible(page);
    await bubble(page, "Leg day?").click({ button: "right" });
    await expect(page.getByRole("menuitemcheckbox", { name: "React with fire" })).toBeChecked();
    await page.getByRole("menuitemcheckbox", { name: "React with heart" }).click();
    await expect(reaction).toHaveText(`${me.username} reacted with heart`);
    await log(page).getByRole("button", { name: "Your reaction: heart. Remove it" }).click();
    await expect(reaction).toHaveCount(0);
    await expect(bubble(page, "Leg day?")).toBeFocused();
  });

  await test.step("a hidden tab marks messages as read only when it becomes visible", async () => {
    await list(theirs);
    await expect(theirs).toHaveURL("/messages");
    await sendMessage(request, me, other, "Or Friday?");
    await hide(theirs);
    await openRow(theirs, me);
    await expect(log(theirs).getByText("Or Friday?")).toBeVisible();
    await sendFromComposer(theirs, "Sent from behind");
    await expect(log(page).getByText("Sent from behind")).toBeVisible();
    const friday = log(page).getByRole("listitem").filter({ hasText: "Or Friday?" });
    await expect(friday.getByText("Sent", { exact: true })).toBeAttached();
    await toggleVisibility(theirs);
    await expect(friday.getByText("Read", { exact: true })).toBeAttached();
  });
});
