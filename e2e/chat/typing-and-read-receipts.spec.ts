import { countUnread, createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, startHidden, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

// @spec 2.messages.typing 2.messages.double-check-mark 4.typing-told-throttled 4.read-notice-turns
// @spec 4.opening-conversation-marks 4.what-comes-into 6.only-sender-has 9.timing-300-350
test("a member sees that a message was read, and that the other one is typing", async ({ page, person, request }) => {
  test.slow();
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  const theirs = await person();
  const typing = page.getByText("typing...");

  await test.step("a sent message has one check mark, and a read one has two", async () => {
    await composer(page).fill("Leg day?");
    await composer(page).press("Enter");
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    await openChat(theirs, other, me);
    await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
    await expect(log(page).getByText("Sent", { exact: true })).toHaveCount(0);
    // Messages of the other member have no check marks.
    await expect(log(theirs).getByText("Leg day?")).toBeVisible();
    await expect(log(theirs).getByText(/^(Sent|Read)$/)).toHaveCount(0);
  });

  await test.step("typing is shown in the chat and in the list, and disappears when it stops", async () => {
    await composer(theirs).pressSequentially("Thu");
    await expect(typing).toHaveCount(2);
    await expect(typing).toHaveCount(0);
  });

  await test.step("a message ends the typing indicator of its sender", async () => {
    await composer(theirs).pressSequentially("rsday");
    await expect(typing.first()).toBeVisible();
    await composer(theirs).press("Enter");
    await expect(log(page).getByText("Thursday")).toBeVisible();
    await expect(typing).toHaveCount(0, { timeout: 1000 });
  });

  await test.step("a hidden tab marks messages as read only when it becomes visible", async () => {
    await theirs
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Messages/ })
      .click();
    await expect(theirs).toHaveURL("/messages");
    await sendMessage(request, me, other, "Or Friday?");
    await startHidden(theirs);
    await openChat(theirs, other, me);
    await expect(log(theirs).getByText("Or Friday?")).toBeVisible();
    await composer(theirs).fill("Sent from behind");
    await composer(theirs).press("Enter");
    await expect(log(page).getByText("Sent from behind")).toBeVisible();
    const friday = log(page).getByRole("listitem").filter({ hasText: "Or Friday?" });
    await expect(friday.getByText("Sent", { exact: true })).toBeAttached();
    await toggleVisibility(theirs);
    await expect(friday.getByText("Read", { exact: true })).toBeAttached();
  });
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
