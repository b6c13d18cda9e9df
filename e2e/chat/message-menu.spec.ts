import { createMatch, deleteMessage, logInAs, markRead, sendMessage } from "#e2e/support/api-fixtures.ts";
import { bubble, chooseAction, composer, log, longPress, openChat } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";

test("the log is one tab stop, its messages are reached by arrow keys, have a menu, and quote what they reply to", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  // More than a page.
  await sendMessage(request, other, me, "Which gym?");
  for (let i = 1; i <= 59; i++) await sendMessage(request, i % 2 ? other : me, i % 2 ? me : other, `Message ${i}.`);
  await sendMessage(request, other, me, "See https://example.com and https://example.org");
  await markRead(request, me, other);
  await openChat(page, me, other);
  await expect(composer(page)).toBeFocused();
  const menu = page.getByRole("menu", { name: "Message actions" });

  await test.step("before the composer is the log, one more step leaves it", async () => {
    // On the way are the buttons for a workout and a picture.
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+Tab");
    await expect(log(page)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(bubble(page, "See https")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(bubble(page, "Message 59.")).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("button", { name: "More", exact: true })).toBeFocused();
  });

  await test.step("Home and End reach the first and the last message, left and right what is in one", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    // Home reaches the first message that is loaded, and loads older ones.
    await expect(async () => {
      await page.keyboard.press("Home");
      await expect(bubble(page, "Which gym?")).toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(bubble(page, "Which gym?")).toBeInViewport();
    await page.keyboard.press("End");
    await expect(bubble(page, "See https")).toBeFocused();
    for (const name of ["https://example.com", "https://example.org"]) {
      await page.keyboard.press("ArrowRight");
      await expect(log(page).getByRole("link", { name })).toBeFocused();
    }
    await page.keyboard.press("ArrowRight");
    await expect(
      bubble(page, "See https").locator("..").getByRole("button", { name: "Message actions" }),
    ).toBeFocused();
  });

  await test.step("Enter opens the menu, and Escape returns the focus to the message", async () => {
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(bubble(page, "Message 58.")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("menuitemcheckbox").first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(bubble(page, "Message 58.")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Send Image" })).toBeFocused();
  });

  await test.step("a text is copied from the menu of a right click", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await bubble(page, "Message 59.").click({ button: "right" });
    await menu.getByRole("menuitem", { name: "Copy text" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Message 59.");
  });

  const note = page.getByText(`Replying to ${other.username}`);

  await test.step("a reply belongs to the draft, and can be canceled", async () => {
    await chooseAction(page, "Message 59.", "Reply");
    await expect(composer(page)).toBeFocused();
    await expect(note).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(note).toHaveCount(0);
    await log(page).focus();
    await page.keyboard.press("Home");
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
    await reply.getByRole("button", { name: /Which gym/ }).click();
    await expect(bubble(page, "Which gym?").first()).toBeInViewport();
    await expect(bubble(page, "Which gym?").first()).toBeFocused();
  });

  await test.step("without the original the reply says so", async () => {
    await deleteMessage(request, other, me, "Which gym?");
    await expect(bubble(page, "Which gym?")).toHaveCount(0);
    await log(page).focus();
    await page.keyboard.press("End");
    await expect(reply).toContainText("Message deleted");
    await expect(reply).not.toContainText("Which gym?");
  });
});

// @spec 2.messages.header-back-mobile
test("a phone shows one pane at a time, has a menu by a long press, and leads from a search to the message", async ({
  person,
  request,
}) => {
  const page = await person({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day on Thursday at the old gym?");
  for (let i = 0; i < 60; i++) await sendMessage(request, other, me, `Set ${i}`);
  await sendMessage(request, other, me, "Theirs.");
  await markRead(request, me, other);
  await sendMessage(request, me, other, "Mine.");
  await logInAs(page, me);
  await page.goto("/messages");
  const row = page.getByRole("listitem").getByRole("link", { name: other.username });

  await test.step("one pane is shown at a time, and Back leads from the chat to the list", async () => {
    const list = page.getByRole("region", { name: "Conversations" });
    await expect(list).toBeVisible();
    await expect(page.getByText("Welcome to your messages")).toBeHidden();
    await row.tap();
    await expect(log(page)).toContainText("Mine.");
    await expect(list).toBeHidden();
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Messages/ })).toHaveCount(
      0,
    );
    await page.getByRole("link", { name: "Back to messages" }).tap();
    await expect(list).toBeVisible();
    await expect(log(page)).toHaveCount(0);
  });

  await test.step("a long press opens the menu, and a tap shows the exact time and the buttons", async () => {
    await row.tap();
    await longPress(page, bubble(page, "Mine."));
    const remove = page.getByRole("menuitem", { name: "Delete message" });
    await expect(remove).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(remove).toHaveCount(0);
    const close = log(page).getByRole("button", { name: "Delete message" });
    // The end of a long press is no tap.
    await expect(log(page).locator("[class*=tapped]")).toHaveCount(0);
    await bubble(page, "Mine.").tap();
    await expect(bubble(page, "Mine.").locator("[class*=exact]")).toBeVisible();
    await expect(close).toHaveCSS("opacity", "1");
    await close.tap();
    await expect(page.getByRole("alertdialog", { name: "Delete this message?" })).toBeVisible();
  });

  await test.step("after a deletion the focus moves without opening the keyboard", async () => {
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).tap();
    await expect(log(page).getByText("Mine.")).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(bubble(page, "Theirs.")).toBeFocused();
  });

  await test.step("a tap on the name opens the profile", async () => {
    await page.getByRole("main").getByRole("banner").or(page.locator("main header")).getByText(other.username).tap();
    await expect(page).toHaveURL(`/profile/${other.id}`);
  });

  await test.step("a search finds people and messages, leads to the message, and is there again on Back", async () => {
    await page.goBack();
    await page.getByRole("link", { name: "Back to messages" }).tap();
    await expect(row).toBeVisible();
    const field = page.getByRole("searchbox", { name: "Search people and messages" });
    const results = page.getByRole("region", { name: "Messages" });
    await field.fill(other.username.slice(0, 6).toUpperCase());
    await expect(page.getByRole("region", { name: "People" }).getByRole("link")).toHaveCount(1);
    await field.fill("LEG DAY");
    await expect(results.getByRole("link")).toHaveCount(1);
    await expect(results.locator("mark")).toHaveText("Leg day");
    await results.getByRole("link").tap();
    // Beyond the newest page.
    await expect(log(page).getByText("Leg day on Thursday")).toBeInViewport();
    await page.goBack();
    await expect(field).toHaveValue("LEG DAY");
    await expect(results.getByRole("link")).toHaveCount(1);
    await page.getByRole("button", { name: "Clear search" }).tap();
    await expect(row).toContainText("Theirs.");
  });
});
