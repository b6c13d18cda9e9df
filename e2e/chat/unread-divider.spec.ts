import {
  countUnread,
  createMatch,
  createMember,
  logInAs,
  type Member,
  markRead,
  matchMembers,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, startHidden, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("a divider marks the first unread message, and a button scrolls to it", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  for (const member of [other, third]) {
    await sendMessage(request, member, me, "Read before");
    await markRead(request, me, member);
  }
  for (const content of ["Unread", "Unread too"]) await sendMessage(request, other, me, content);
  for (let i = 1; i <= 45; i++) await sendMessage(request, third, me, `Unread ${i}`);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  const openRow = ({ username }: Member) => page.getByRole("listitem").getByRole("link", { name: username }).click();

  await test.step("a divider marks the first unread message until the member leaves the conversation", async () => {
    const items = log(page).getByRole("listitem");
    await expect(items).toHaveText([/Read before/, /New messages.*Unread/, /Unread too/]);
    await composer(page).fill("Here I am");
    await composer(page).press("Enter");
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    await expect(items.nth(1)).toContainText("New messages");
    await page.goto("/messages");
    await openRow(other);
    await expect(items).toHaveCount(4);
    await expect(log(page).getByText("New messages")).toHaveCount(0);
  });

  await test.step("if unread messages exceed the screen, a button scrolls to the first of them", async () => {
    await openRow(third);
    await expect(log(page).getByText("Unread 45")).toBeInViewport();
    const up = page.getByRole("button", { name: "New messages", exact: true });
    await up.click();
    await expect(log(page).getByText("New messages")).toBeInViewport();
    await expect(log(page).getByText("Unread 1", { exact: true })).toBeInViewport();
    await expect(up).toHaveCount(0);
    await page.getByRole("button", { name: "To the newest message" }).click();
    await expect(log(page).getByText("Unread 45")).toBeInViewport();
    await expect(up).toHaveCount(0);
  });
});

// @spec 4.opening-conversation-marks
test("a tab that was hidden while many messages arrived shows the latest, and a button to the first unread one", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Read before");
  await startHidden(page);
  await openChat(page, me, other);
  await toggleVisibility(page);
  await expect.poll(() => countUnread(request, me, other)).toBe(0);
  await toggleVisibility(page);
  for (let i = 1; i <= 30; i++) await sendMessage(request, other, me, `Unread ${i}`);
  await expect(log(page).getByText("Unread 30")).toBeVisible();
  const up = page.getByRole("button", { name: "New messages", exact: true });
  await expect(up).toHaveCount(0);
  expect(await countUnread(request, me, other)).toBe(30);
  await toggleVisibility(page);
  await expect(log(page).getByText("Unread 30")).toBeInViewport();
  await up.click();
  await expect(log(page).getByRole("listitem").filter({ hasText: "New messages" })).toContainText(
    /Unread 1$|Unread 1\D/,
  );
  await expect(log(page).getByText("New messages")).toBeInViewport();
  await expect(log(page).getByText("Unread 1", { exact: true })).toBeInViewport();
  await expect(up).toHaveCount(0);
  await expect.poll(() => countUnread(request, me, other)).toBe(0);
});
