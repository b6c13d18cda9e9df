import { box, log, openChat, startHidden, turn } from "./chat-page.ts";
import { expect, test } from "./fixtures.ts";
import { makeMatch, say, unreadOf } from "./people.ts";

test("typing is seen in the chat and in the list, and goes when nothing more is typed", async ({
  page,
  person,
  request,
}) => {
  const [me, other] = await makeMatch(request);
  await say(request, me, other, "Leg day?");
  const theirs = await person();
  await openChat(page, me, other);
  await openChat(theirs, other, me);
  const typing = page.getByText("typing...");
  await box(theirs).pressSequentially("Thu");
  await expect(typing).toHaveCount(2);
  await expect(typing).toHaveCount(0);
});

test("a message ends the typing it came from", async ({ page, person, request }) => {
  const [me, other] = await makeMatch(request);
  const theirs = await person();
  await openChat(page, me, other);
  await openChat(theirs, other, me);
  await box(theirs).pressSequentially("Thursday");
  await expect(page.getByText("typing...").first()).toBeVisible();
  await box(theirs).press("Enter");
  await expect(log(page).getByText("Thursday")).toBeVisible();
  await expect(page.getByText("typing...")).toHaveCount(0, { timeout: 1000 });
});

test("a message sent is one check mark, and a read one two", async ({ page, person, request }) => {
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  await box(page).fill("Leg day?");
  await box(page).press("Enter");
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  const theirs = await person();
  await openChat(theirs, other, me);
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
  await expect(log(page).getByText("Sent", { exact: true })).toHaveCount(0);
  // What is not one's own has neither mark.
  await expect(log(theirs).getByText("Leg day?")).toBeVisible();
  await expect(log(theirs).getByText(/^(Sent|Read)$/)).toHaveCount(0);
});

test("a hidden tab reads nothing until it is looked at", async ({ page, person, request }) => {
  const [me, other] = await makeMatch(request);
  await say(request, me, other, "Leg day?");
  const theirs = await person();
  await startHidden(theirs);
  await openChat(page, me, other);
  await openChat(theirs, other, me);
  await expect(log(theirs).getByText("Leg day?")).toBeVisible();
  await box(theirs).fill("Sent from behind");
  await box(theirs).press("Enter");
  await expect(log(page).getByText("Sent from behind")).toBeVisible();
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await turn(theirs);
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
});

test("a tab that is looked at again has a line where one had stopped reading", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Leg day?");
  await startHidden(page);
  await openChat(page, me, other);
  await turn(page);
  await say(request, other, me, "Thursday?");
  const items = log(page).getByRole("listitem");
  await expect(items).toHaveText([/New messages.*Leg day/, /Thursday/]);
  // What is looked at is read, and the server knows.
  await expect.poll(() => unreadOf(request, me, other)).toBe(0);
  await turn(page);
  await say(request, other, me, "Or Friday?");
  await expect(items).toHaveCount(3);
  await turn(page);
  await expect(items).toHaveText([/Leg day/, /Thursday/, /New messages.*Or Friday/]);
  await expect(log(page).getByText("New messages")).toHaveCount(1);
});
