import type { Page } from "@playwright/test";
import { DATE_PLACE_MAX } from "#contract/training/date-rules.ts";
import { createAccount, matchMembers, sendMessage } from "#e2e/support/api-fixtures.ts";
import { log, openChat } from "#e2e/support/chat-page.ts";
import { card, cardButton, dialog, fillPlan, PHONE, sendPlan } from "#e2e/support/date-card-page.ts";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { passDates } from "#e2e/support/workout-dates.ts";

/** Has the maximum length, and a word that is wider than a phone. */
const LONG_PLACE = `The other track, ${"x".repeat(60)} `.padEnd(DATE_PLACE_MAX, "by the lake ");

const press = (page: Page, name: string) => cardButton(page, name).click();

test("two phones edit a rejected proposal, find a card out of view, plan again, press at once, and report what was wrong", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [sam, maya] = [await createAccount(request), await createAccount(request)];
  await matchMembers(request, sam, maya);
  await page.setViewportSize(PHONE.viewport);
  const other = await person(PHONE);
  await Promise.all([openChat(page, sam, maya), openChat(other, maya, sam)]);

  await test.step("a rejected proposal keeps what was filled in", async () => {
    const accept = await refuseRequests(page, "POST", "**/api/dates", 400, { message: "That time has passed" });
    await fillPlan(page, "my place", 3);
    await expect(dialog(page).getByText("Meet where others train.")).toBeVisible();
    await dialog(page).getByLabel("Where").fill("The track");
    await expect(dialog(page).getByText("Meet where others train.")).toBeHidden();
    await sendPlan(page);
    await press(page, "Edit");
    await expect(dialog(page).getByRole("heading", { name: "Edit your proposal" })).toBeVisible();
    await expect(dialog(page).getByLabel("Where")).toHaveValue("The track");
    accept();
    await dialog(page).getByLabel("Where").fill(LONG_PLACE);
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

  await other.getByRole("button", { name: "Agree" }).click();
  await expect(log(page).getByText("It’s a date")).toBeAttached();

  await test.step("the time is offered again, and a place of the maximum length on two lines of a narrow form", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Plan a workout" }).click();
    const place = dialog(page).getByRole("button", { name: LONG_PLACE });
    await expect(place).toBeVisible();
    const overflow = await dialog(page).evaluate((box) =>
      Math.max(...[box, ...box.querySelectorAll("form, form *")].map((one) => one.getBoundingClientRect().right)),
    );
    expect(overflow).toBeLessThanOrEqual(360);
    expect((await place.boundingBox())?.height).toBeLessThan(60);
    await place.click();
    await expect(dialog(page).getByLabel("Where")).toHaveValue(LONG_PLACE);
    const time = dialog(page).getByRole("group", { name: "Times you planned before" }).getByRole("button");
    await time.click();
    await expect(time).toHaveAttribute("aria-pressed", "true");
    await expect(dialog(page).getByLabel("Day", { exact: true })).not.toHaveValue("");
    await expect(dialog(page).getByLabel("Time", { exact: true })).toHaveValue("09:00");
    await page.keyboard.press("Escape");
    await page.setViewportSize(PHONE.viewport);
  });

  await test.step("if both press at once, the slower one sees the card as it is, and the keyboard reaches its buttons", async () => {
    await fillPlan(page, "The track", 3);
    await sendPlan(page);
    await expect(card(page)).toContainText("Waiting for");
    const release = await holdRequests(page, "**/api/dates/*/call-off");
    await press(page, "Take back");
    // The other one still looks at the first card.
    await other.getByRole("button", { name: "1 new message" }).click();
    await expect(card(other)).toContainText(`${sam.username} asks you`);
    await card(other).focus();
    await other.keyboard.press("ArrowRight");
    await expect(card(other).getByRole("button", { name: "Agree" })).toBeFocused();
    await other.keyboard.press("Enter");
    await expect(card(other)).toContainText("It’s a date");
    release();
    await expect(card(page)).toContainText("It has changed since: look again.");
    await expect(card(page)).toContainText("It’s a date");
  });

  await test.step("what was wrong is reported with the card, and the other member learns nothing of it", async () => {
    await passDates(sam);
    await Promise.all([page.reload(), other.reload()]);
    await card(page).getByRole("button", { name: "Something was wrong" }).click();
    await expect(dialog(page).getByRole("heading", { name: "Report this message" })).toBeVisible();
    await dialog(page).getByRole("radio", { name: "Harassment or threats" }).check();
    await dialog(page)
      .getByRole("checkbox", { name: `Also block ${maya.username}` })
      .uncheck();
    const [sent] = await Promise.all([
      page.waitForRequest("**/api/safety/report"),
      dialog(page).getByRole("button", { name: "Send Report" }).click(),
    ]);
    expect(sent.postDataJSON()).toMatchObject({ userId: maya.id, messageId: expect.any(String) });
    await expect(card(page)).toContainText("Your report is with us.");
    await expect(card(other)).toContainText("Your answer is private.");
    await expect(card(other)).not.toContainText("report");
  });
});
