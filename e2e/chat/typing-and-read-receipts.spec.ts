import { countUnread, createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, startHidden, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

// @spec 2.messages.typing 4.typing-told-throttled 9.timing-300-350
test("typing is shown in the chat and in the list, and disappears when it stops", async ({ page, person, request }) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, me, other, "Leg day?");
  const theirs = await person();
  await openChat(page, me, other);
  await openChat(theirs, other, me);
  const typing = page.getByText("typing...");
  await composer(theirs).pressSequentially("Thu");
  await expect(typing).toHaveCount(2);
  await expect(typing).toHaveCount(0);
});

// @spec 4.typing-told-throttled
test("a message ends the typing indicator of its sender", async ({ page, person, request }) => {
  const [me, other] = await createMatch(request);
  const theirs = await person();
  await openChat(page, me, other);
  await openChat(theirs, other, me);
  await composer(theirs).pressSequentially("Thursday");
  await expect(page.getByText("typing...").first()).toBeVisible();
  await composer(theirs).press("Enter");
  await expect(log(page).getByText("Thursday")).toBeVisible();
  await expect(page.getByText("typing...")).toHaveCount(0, { timeout: 1000 });
});

// @spec 2.messages.double-check-mark 4.read-notice-turns 6.only-sender-has
test("a sent message has one check mark, and a read one has two", async ({ page, person, request }) => {
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  await composer(page).fill("Leg day?");
  await composer(page).press("Enter");
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  const theirs = await person();
  await openChat(theirs, other, me);
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
  await expect(log(page).getByText("Sent", { exact: true })).toHaveCount(0);
  // Messages of the other member have no check marks.
  await expect(log(theirs).getByText("Leg day?")).toBeVisible();
  await expect(log(theirs).getByText(/^(Sent|Read)$/)).toHaveCount(0);
});

// @spec 4.opening-conversation-marks 4.what-comes-into
test("a hidden tab marks messages as read only when it becomes visible", async ({ page, person, request }) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, me, other, "Leg day?");
  const theirs = await person();
  await startHidden(theirs);
  await openChat(page, me, other);
  await openChat(theirs, other, me);
  await expect(log(theirs).getByText("Leg day?")).toBeVisible();
  await composer(theirs).fill("Sent from behind");
  await composer(theirs).press("Enter");
  await expect(log(page).getByText("Sent from behind")).toBeVisible();
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await toggleVisibility(theirs);
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
});

test("a tab that becomes visible again shows a divider before unread messages", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await startHidden(page);
  await openChat(page, me, other);
  await toggleVisibility(page);
  await sendMessage(request, other, me, "Thursday?");
  const items = log(page).getByRole("listitem");
  await expect(items).toHaveText([/New messages.*Leg day/, /Thursday/]);
  // Visible messages are marked as read on the server.
  await expect.poll(() => countUnread(request, me, other)).toBe(0);
  await toggleVisibility(page);
  await sendMessage(request, other, me, "Or Friday?");
  await expect(items).toHaveCount(3);
  await toggleVisibility(page);
  await expect(items).toHaveText([/Leg day/, /Thursday/, /New messages.*Or Friday/]);
  await expect(log(page).getByText("New messages")).toHaveCount(1);
});
