import { createMatch, createMember, markRead, matchMembers, sendMessage } from "#e2e/support/api-fixtures.ts";
import { composer, openChat } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { fromOther, news } from "#e2e/support/toasts.ts";

test("a conversation is muted and archived from the list and the chat, and shows drafts and turns", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, me, other, "Leg day?");
  await sendMessage(request, third, me, "Thursday?");
  await markRead(request, me, third);
  await openChat(page, me, other);
  const row = (name: string) => page.getByRole("region", { name: "Conversations" }).getByRole("link", { name });
  const item = (name: string) => page.getByRole("menuitem", { name });

  await test.step("whose turn it is and what was not sent are in the list", async () => {
    await expect(row(third.username)).toContainText("Your turn");
    await expect(row(other.username)).not.toContainText("Your turn");
    await composer(page).fill("Half a thought");
    await row(third.username).click();
    await expect(row(other.username)).toContainText("Draft: Half a thought");
  });

  await test.step("a muted conversation shows no toast and keeps its unread count", async () => {
    await row(other.username).click({ button: "right" });
    await item("Mute").click();
    await expect(row(other.username)).toContainText("Muted");
    await expectAccessible(page);
    const connected = waitForSocket(page);
    await page.goto("/settings");
    await connected;
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await sendMessage(request, other, me, "Hello?");
    await sendMessage(request, third, me, "Well?");
    await expect(news(page, fromOther(third))).toBeVisible();
    await expect(news(page, fromOther(other))).toHaveCount(0);
    await page.goto("/messages");
    await expect(row(other.username)).toContainText("1 unread message");
  });

  await test.step("an archived conversation is out of the list until the next message", async () => {
    await page.goto(`/messages/${third.id}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await item("Archive").click();
    await expect(row(third.username)).toHaveCount(0);
    const archive = page.getByRole("button", { name: "Archived 1" });
    await archive.press("Enter");
    await expect(row(third.username)).toBeVisible();
    await archive.press("Enter");
    await expect(row(third.username)).toHaveCount(0);
    await sendMessage(request, third, me, "Still there?");
    await expect(row(third.username)).toBeVisible();
    await expect(archive).toHaveCount(0);
  });
});
