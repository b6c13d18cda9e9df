import { createMatch, deleteMessage, markRead, sendMessage } from "#e2e/support/api-fixtures.ts";
import { bubble, chooseAction, composer, log, openChat } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";

test("a reaction is set, changed and taken back, and both members see it at once", async ({
  page,
  person,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await openChat(page, me, other);
  const theirs = await person();
  await openChat(theirs, other, me);
  const reaction = log(theirs).getByText(new RegExp(`^${me.username} reacted with`));

  await bubble(page, "Leg day?").click({ button: "right" });
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemcheckbox", { name: "React with strength" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(reaction).toHaveText(`${me.username} reacted with fire`);
  const own = log(page).getByRole("button", { name: "Your reaction: fire. Remove it" });
  await expect(own).toBeVisible();
  await expectAccessible(page);

  await bubble(page, "Leg day?").click({ button: "right" });
  await expect(page.getByRole("menuitemcheckbox", { name: "React with fire" })).toBeChecked();
  await page.getByRole("menuitemcheckbox", { name: "React with heart" }).click();
  await expect(reaction).toHaveText(`${me.username} reacted with heart`);
  await log(page).getByRole("button", { name: "Your reaction: heart. Remove it" }).click();
  await expect(reaction).toHaveCount(0);
  await expect(bubble(page, "Leg day?")).toBeFocused();
});

test("a reply quotes its original, leads to it, and outlives it", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Which gym?");
  for (let i = 1; i <= 60; i++) await sendMessage(request, other, me, `Message ${i}.`);
  await markRead(request, me, other);
  await openChat(page, me, other);
  const note = page.getByText(`Replying to ${other.username}`);

  await test.step("a reply belongs to the draft, and can be canceled", async () => {
    await chooseAction(page, "Message 60.", "Reply");
    await expect(composer(page)).toBeFocused();
    await expect(note).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(note).toHaveCount(0);
    await log(page).focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press("Home");
    await expect(bubble(page, "Which gym?")).toBeVisible();
    await chooseAction(page, "Which gym?", "Reply");
    await composer(page).fill("The one by the river.");
    await page.reload();
    await expect(note).toBeVisible();
    await expect(composer(page)).toHaveValue("The one by the river.");
    await expectAccessible(page);
  });

  const reply = bubble(page, "The one by the river.");
  await test.step("the quote leads to the original, which is loaded if need be", async () => {
    await composer(page).press("Enter");
    await expect(note).toHaveCount(0);
    await expect(reply).toContainText("Which gym?");
    await page.reload();
    await reply.getByRole("button", { name: /Which gym/ }).click();
    await expect(bubble(page, "Which gym?").first()).toBeInViewport();
    await expect(bubble(page, "Which gym?").first()).toBeFocused();
  });

  await test.step("without the original the reply says so", async () => {
    await deleteMessage(request, other, me, "Which gym?");
    await log(page).focus();
    await page.keyboard.press("End");
    await expect(reply).toContainText("Message deleted");
    await page.reload();
    await expect(reply).toContainText("Message deleted");
    await expect(reply).not.toContainText("Which gym?");
  });
});
