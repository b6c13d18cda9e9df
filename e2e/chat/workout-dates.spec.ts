import type { Page } from "@playwright/test";
import { createAccount, type Member, matchMembers, sendMessage } from "#e2e/support/api-fixtures.ts";
import { log, openChat } from "#e2e/support/chat-page.ts";
import { card, cardButton, dialog, fillPlan, PHONE, sendPlan, suggestDay } from "#e2e/support/date-card-page.ts";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { toasts } from "#e2e/support/toasts.ts";

const press = (page: Page, name: string) => cardButton(page, name).click();

test("two phones plan a workout: sent after an outage, countered, agreed, changed and called off", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [sam, maya] = [await createAccount(request), await createAccount(request)] as [Member, Member];
  await matchMembers(request, sam, maya);
  await sendMessage(request, maya, sam, "Run on the weekend?");
  await page.setViewportSize(PHONE.viewport);
  const other = await person(PHONE);
  await openChat(page, sam, maya);
  await openChat(other, maya, sam);

  await test.step("propose without a network", async () => {
    await fillPlan(page, "my place", 3);
    await expect(dialog(page).getByText("Meet where others train.")).toBeVisible();
    await dialog(page).getByLabel("Where").fill("Zilker Park, by the rock");
    await expect(dialog(page).getByText("Meet where others train.")).toBeHidden();
    await page.context().setOffline(true);
    await sendPlan(page);
    await expect(card(page)).toContainText("Your proposal");
    await expect(log(page).getByText("Waiting for the network")).toBeVisible();
    await page.context().setOffline(false);
    await expect(card(page)).toContainText(`Waiting for ${maya.username}’s answer`);
    await expect(card(other)).toContainText(`${sam.username} asks you`);
    await expect(card(other)).toContainText("9:00 AM");
    await expectAccessibleInBothThemes(other);
  });

  await test.step("counter, and agree", async () => {
    await suggestDay(other, "Other time", 4);
    await expect(card(page)).toContainText(`${maya.username} suggests this instead`);
    await press(page, "Agree");
    for (const one of [page, other]) await expect(card(one)).toContainText("It’s a date");
    await expect(card(page).getByRole("link", { name: "Add to calendar" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step("change it, and agree again", async () => {
    await suggestDay(page, "Change", 5);
    await expect(card(other)).toContainText(`${sam.username} would like to change it`);
    await expect(card(other).locator("del").first()).toBeVisible();
    await press(other, "Agree");
    await expect(card(page)).toContainText("It’s a date");
  });

  await test.step("call it off", async () => {
    await press(other, "Call off");
    await other.getByRole("alertdialog").getByRole("button", { name: "Call off" }).click();
    await expect(card(other)).toContainText("You called it off");
    await expect(card(page)).toContainText(`${maya.username} called it off`);
    await expect(card(page).getByRole("button", { name: "Change" })).toBeHidden();
    await other.goto("/messages");
    const row = other.getByRole("region", { name: "Conversations" }).getByRole("link", { name: sam.username });
    await expect(row).toContainText("Called off: Run");
    await expect(row).not.toContainText("Your turn");
  });
});

test("both press at once: the slower one sees the card as it is, and the keyboard reaches its buttons", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [sam, maya] = [await createAccount(request), await createAccount(request)] as [Member, Member];
  await matchMembers(request, sam, maya);
  const other = await person();
  await openChat(page, sam, maya);
  await openChat(other, maya, sam);
  await fillPlan(page, "The track", 3);
  await sendPlan(page);
  await expect(card(page)).toContainText("Waiting for");

  const release = await holdRequests(page, "**/api/dates/*/call-off");
  await press(page, "Take back");
  await card(other).focus();
  await other.keyboard.press("ArrowRight");
  await expect(card(other).getByRole("button", { name: "Agree" })).toBeFocused();
  await other.keyboard.press("Enter");
  await expect(card(other)).toContainText("It’s a date");
  release();
  await expect(card(page)).toContainText("It has changed since: look again.");
  await expect(card(page)).toContainText("It’s a date");
});

test("a rejected proposal is edited, a date out of view stays pinned, and its answer is told elsewhere", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [sam, maya] = [await createAccount(request), await createAccount(request)] as [Member, Member];
  await matchMembers(request, sam, maya);
  await page.setViewportSize(PHONE.viewport);
  const other = await person(PHONE);
  await openChat(page, sam, maya);
  await openChat(other, maya, sam);

  await test.step("a rejected proposal keeps what was filled in", async () => {
    await refuseRequests(page, "POST", "**/api/dates", 400, { message: "That time has passed" });
    await fillPlan(page, "The track", 3);
    await sendPlan(page);
    await press(page, "Edit");
    await expect(dialog(page).getByRole("heading", { name: "Edit your proposal" })).toBeVisible();
    await expect(dialog(page).getByLabel("Where")).toHaveValue("The track");
    await page.unrouteAll({ behavior: "wait" });
    await dialog(page).getByLabel("Where").fill("The other track");
    await sendPlan(page);
    await expect(log(page).getByRole("article")).toHaveCount(1);
    await expect(card(page)).toContainText("The other track");
    await expect(card(page)).toContainText(`Waiting for ${maya.username}’s answer`);
  });

  await test.step("a card out of view is pinned, and the line leads to it by keyboard", async () => {
    const pinned = other.getByRole("link", { name: /^Run, .+ Waiting for you$/ });
    await expect(card(other)).toBeVisible();
    await expect(pinned).toBeHidden();
    for (let i = 0; i < 4; i++) await sendMessage(request, sam, maya, `Look:${"\n.".repeat(12)}`);
    await expect(pinned).toBeVisible();
    await expectAccessibleInBothThemes(other);
    await pinned.focus();
    await other.keyboard.press("Enter");
    await expect(other.getByRole("button", { name: "Agree" })).toBeInViewport();
    await expect(pinned).toBeHidden();
  });

  await test.step("the answer is told on another screen, and only there", async () => {
    await page.getByRole("link", { name: "Back to messages" }).click();
    await expect(log(page)).toBeHidden();
    await other.getByRole("button", { name: "Agree" }).click();
    const told = toasts(page).getByText(new RegExp(`^${maya.username} agreed: Run, .+9:00`));
    await expect(told).toBeVisible();
    await expect(toasts(other).getByText(/agreed/)).toHaveCount(0);
    await toasts(page).getByRole("link", { name: "Open chat" }).click();
    await expect(log(page).getByText("It’s a date")).toBeAttached();
    await expect(told).toBeHidden();
  });
});
