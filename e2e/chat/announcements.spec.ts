import type { Locator } from "@playwright/test";
import { createMatch, createMember, logInAs, matchMembers, sendMessage } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";

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

// @spec 2.messages.typing
test("a screen reader announces messages on every screen except their own conversation, and typing once", async ({
  page,
  person,
  request,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);

  await test.step("a message is announced on every screen except its own conversation", async () => {
    await logInAs(page, me);
    const connected = waitForSocket(page);
    await page.goto("/settings");
    await connected;
    const news = page.getByRole("status").filter({ hasText: /^New message from/ });
    await sendMessage(request, other, me, "Leg day?");
    await expect(news).toHaveText(`New message from ${other.username}`);
    // An open dialog must not silence the live region.
    await expect(news).toHaveAttribute("aria-live", "polite");
    await expect(news).toHaveCount(0);
    const again = waitForSocket(page);
    await page.goto(`/messages/${other.id}`);
    await again;
    await expect(log(page).getByText("Leg day?")).toBeVisible();
    const announcements = await collectAnnouncements(page.locator('[role="status"][aria-live="polite"]'));
    await sendMessage(request, other, me, "Thursday?");
    await expect(log(page).getByText("Thursday?")).toBeVisible();
    await sendMessage(request, third, me, "Nice bar path.");
    await expect(news).toHaveText(`New message from ${third.username}`);
    expect(await announcements()).toEqual([`New message from ${third.username}`]);
  });

  await test.step("typing is announced once", async () => {
    const theirs = await person();
    await openChat(theirs, other, me);
    const head = page
      .getByRole("main")
      .locator("header")
      .filter({ has: page.getByRole("heading", { level: 1 }) });
    const announcements = await collectAnnouncements(head.getByRole("status"));
    await composer(theirs).pressSequentially("Thu");
    await expect(head.getByRole("status")).toHaveText(`${other.username} is typing`);
    await expect(page.getByText("typing...")).toHaveCount(0);
    await expect(head.getByRole("status")).toHaveText("");
    await composer(theirs).pressSequentially("rsday");
    await expect(page.getByText("typing...").first()).toBeVisible();
    expect(await announcements()).toEqual([`${other.username} is typing`, ""]);
  });
});
