import { countUnread, createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { log, openChat, startHidden, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

// @spec 4.opening-conversation-marks
test("a tab that becomes visible again shows a divider before what is unread, and a button to it if it is far", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await startHidden(page);
  await openChat(page, me, other);
  const items = log(page).getByRole("listitem");
  const up = page.getByRole("button", { name: "New messages", exact: true });

  await test.step("a few messages are behind one divider, and what is visible is marked as read", async () => {
    await toggleVisibility(page);
    await sendMessage(request, other, me, "Thursday?");
    await expect(items).toHaveText([/New messages.*Leg day/, /Thursday/]);
    await expect.poll(() => countUnread(request, me, other)).toBe(0);
    await toggleVisibility(page);
    await sendMessage(request, other, me, "Or Friday?");
    await expect(items).toHaveCount(3);
    await toggleVisibility(page);
    await expect(items).toHaveText([/Leg day/, /Thursday/, /New messages.*Or Friday/]);
    await expect(log(page).getByText("New messages")).toHaveCount(1);
    await expect.poll(() => countUnread(request, me, other)).toBe(0);
  });

  await test.step("of many messages it shows the latest, and a button to the first unread one", async () => {
    await toggleVisibility(page);
    for (let i = 1; i <= 30; i++) await sendMessage(request, other, me, `Unread ${i}`);
    await expect(log(page).getByText("Unread 30")).toBeVisible();
    await expect(up).toHaveCount(0);
    expect(await countUnread(request, me, other)).toBe(30);
    await toggleVisibility(page);
    await expect(log(page).getByText("Unread 30")).toBeInViewport();
    await up.click();
    await expect(items.filter({ hasText: "New messages" })).toContainText(/Unread 1$|Unread 1\D/);
    await expect(log(page).getByText("New messages")).toBeInViewport();
    await expect(log(page).getByText("Unread 1", { exact: true })).toBeInViewport();
    await expect(up).toHaveCount(0);
    await expect.poll(() => countUnread(request, me, other)).toBe(0);
  });
});
