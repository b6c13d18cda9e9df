import type { Page } from "@playwright/test";
import { createMatch, createMember, type Member, matchMembers, sendMessage } from "#e2e/support/api-fixtures.ts";
import { bubble, composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";

const remove = (page: Page, name = "Delete message") => log(page).getByRole("button", { name });
const confirm = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Delete" });

test("the focus stays in the conversation when messages are deleted, discarded and retried", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, me, other, "Only this");
  await sendMessage(request, me, third, "First");
  await sendMessage(request, third, me, "Theirs");
  await sendMessage(request, me, third, "Second");
  await sendMessage(request, third, me, "Theirs again");
  await openChat(page, me, third);
  const openRow = async (person: Member) => {
    await page.getByRole("listitem").getByRole("link", { name: person.username }).click();
    await expect(page.getByRole("textbox", { name: `Message ${person.username}` })).toBeVisible();
  };

  await test.step("after a deletion the focus moves to the next message", async () => {
    const remove = (text: string) => bubble(page, text).locator("..").getByRole("button", { name: "Delete message" });
    await remove("First").focus();
    await page.keyboard.press("Enter");
    await confirm(page).click();
    await expect(log(page).getByText("First")).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(bubble(page, "Theirs").first()).toBeFocused();
    await remove("Second").focus();
    await page.keyboard.press("Enter");
    await confirm(page).click();
    await expect(log(page).getByText("Second")).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(bubble(page, "Theirs again")).toBeFocused();
  });

  await openRow(other);
  for (const [when, late] of [
    ["at once", false],
    ["late", true],
  ] as const)
    await test.step(`deleting the only message ${when} moves the focus to the composer`, async () => {
      const gone = Promise.withResolvers<void>();
      if (late) {
        await sendMessage(request, me, other, "Only this");
        await page.route("**/api/messages/*", async (route) => {
          if (route.request().method() === "DELETE") await gone.promise;
          await route.fallback();
        });
      }
      await expect(log(page).getByText("Only this")).toBeVisible();
      await remove(page).focus();
      await page.keyboard.press("Enter");
      await confirm(page).click();
      if (late) await expect(page.getByRole("alertdialog")).toHaveCount(0);
      gone.resolve();
      await expect(page.getByText(`Say hello to ${other.username}`)).toBeVisible();
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await expect(composer(page)).toBeFocused();
    });

  expectRefusals();
  const restore = await refuseRequests(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
  const retry = log(page).getByRole("button", { name: "Retry" });
  const failures = log(page).getByText("Not today.");

  await test.step("the composer has the focus after Discard, and after a Retry that fails again", async () => {
    await sendFromComposer(page, "Never mind");
    await retry.focus();
    const answered = page.waitForResponse("**/api/messages/send");
    await page.keyboard.press("Enter");
    await answered;
    await expect(retry).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await remove(page, "Discard message").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Never mind")).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
  });

  await test.step("holding Enter on Discard discards one message and sends none", async () => {
    for (const text of ["One", "Two", "Three"]) {
      await sendFromComposer(page, text);
      await expect(log(page).getByText(text, { exact: true })).toBeVisible();
      await expect(failures.last()).toBeVisible();
    }
    await expect(failures).toHaveCount(3);
    await composer(page).fill("Still being written");
    await remove(page, "Discard message").first().focus();
    await page.keyboard.down("Enter");
    await expect(failures).toHaveCount(2);
    await expect(bubble(page, "Two")).toBeFocused();
    for (let i = 0; i < 5; i++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(failures).toHaveCount(2);
    await expect(composer(page)).toHaveValue("Still being written");
  });

  await test.step("the focus does not return to a conversation that was left", async () => {
    await openRow(third);
    await sendFromComposer(page, "Never mind");
    await expect(retry).toBeVisible();
    restore();
    await retry.focus();
    await page.getByRole("heading", { name: "Conversations", exact: true }).click();
    await expect(page.getByRole("main")).toBeFocused();
    await sendMessage(request, third, me, "News");
    await expect(log(page).getByText("News")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });
});

test("the buttons that scroll the log keep the focus in the conversation", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  for (let i = 1; i <= 45; i++) await sendMessage(request, other, me, `Message ${i}`);
  await openChat(page, me, other);
  await page.getByRole("button", { name: "New messages", exact: true }).press("Enter");
  await expect(log(page).getByText("Message 1", { exact: true })).toBeInViewport();
  await expect(log(page)).toBeFocused();
  await page.getByRole("button", { name: "To the newest message" }).press("Enter");
  await expect(log(page).getByText("Message 45")).toBeInViewport();
  await expect(page.getByRole("button", { name: "To the newest message" })).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await log(page).focus();
  await page.keyboard.press("Home");
  await sendMessage(request, other, me, "News");
  await page.getByRole("button", { name: "1 new message" }).press("Enter");
  await expect(log(page).getByText("News")).toBeInViewport();
  await expect(page.getByRole("button", { name: "1 new message" })).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  test("moving the focus does not open the keyboard", async ({ page, request }) => {
    const [me, other] = await createMatch(request);
    await sendMessage(request, other, me, "Theirs");
    await sendMessage(request, me, other, "Mine");
    await openChat(page, me, other);
    await log(page).getByText("Mine").tap();
    await remove(page).tap();
    await confirm(page).tap();
    await expect(log(page).getByText("Mine")).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(bubble(page, "Theirs")).toBeFocused();
  });
});
