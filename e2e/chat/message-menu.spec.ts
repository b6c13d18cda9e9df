import { createMatch, markRead, sendMessage } from "#e2e/support/api-fixtures.ts";
import { bubble, composer, log, longPress, openChat } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";

test("the log is one tab stop, whose messages are reached by arrow keys and have a menu", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  for (let i = 1; i <= 45; i++) await sendMessage(request, i % 2 ? other : me, i % 2 ? me : other, `Message ${i}.`);
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
    await expect(bubble(page, "Message 45.")).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("button", { name: "More", exact: true })).toBeFocused();
  });

  await test.step("Home and End reach the first and the last message, left and right what is in one", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await expect(bubble(page, "Message 1.")).toBeFocused();
    await expect(bubble(page, "Message 1.")).toBeInViewport();
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
    await expect(bubble(page, "Message 44.")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("menuitemcheckbox").first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(bubble(page, "Message 44.")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Send Image" })).toBeFocused();
  });

  await test.step("a text is copied from the menu of a right click", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await bubble(page, "Message 45.").click({ button: "right" });
    await menu.getByRole("menuitem", { name: "Copy text" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Message 45.");
  });
});

test("a long press opens the menu, and a tap shows the exact time and the buttons", async ({ person, request }) => {
  const page = await person({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const [me, other] = await createMatch(request);
  await sendMessage(request, me, other, "Mine.");
  await openChat(page, me, other);
  await longPress(page, bubble(page, "Mine."));
  const remove = page.getByRole("menuitem", { name: "Delete message" });
  await expect(remove).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(remove).toHaveCount(0);
  const close = log(page).getByRole("button", { name: "Delete message" });
  // The end of a long press is no tap.
  await expect(log(page).locator("[class*=tapped]")).toHaveCount(0);
  await bubble(page, "Mine.").tap();
  await expect(log(page).locator("[class*=exact]")).toBeVisible();
  await expect(close).toHaveCSS("opacity", "1");
  await close.tap();
  await expect(page.getByRole("alertdialog", { name: "Delete this message?" })).toBeVisible();
});
